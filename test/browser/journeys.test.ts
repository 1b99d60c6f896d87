/** In Chromium; `npm run proof -- engines` makes the same journeys in Firefox and WebKit. */
import { afterAll, beforeAll, test } from 'vitest'
import type { Engine } from '../support/engines/engine.ts'
import { journeys } from '../support/engines/journeys.ts'
import { startChromium } from '../support/engines/puppeteer.ts'
import { travel } from '../support/engines/travel.ts'

let engine: Engine

beforeAll(async () => {
  engine = await startChromium()
})
afterAll(() => engine[Symbol.asyncDispose]())

test.each(Object.entries(journeys))('a visitor %s', async (_, journey) => {
  await travel(engine, journey)
})
