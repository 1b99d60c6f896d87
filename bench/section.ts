import type { Figure } from './figures.ts'

/**
 * A part of the bench. A file in `outside` drives the built program from outside, as its users do,
 * and so measures older builds too. A file in `inside` calls modules of the server; an older commit
 * is measured where it has them in the same form.
 */
export interface Section<Size extends Rounds> {
  /** Its parameters: for figures, and the least with which all of it still runs. */
  sizes: Record<SizeName, Size>
  /**
   * Prepares what is measured. What it starts need not be stopped and what it writes not be
   * removed: both end with the process of the section.
   */
  prepare(size: Size, place: Place): Promise<Measure>
}

export type SizeName = 'full' | 'smallest'

export interface Rounds {
  /** Number of measurements, of which the medians are reported. */
  rounds: number
}

/** Measures once. Figures of all rounds have the same names in the same order. */
export type Measure = () => Promise<Figure[]>

export interface Place {
  /** Root folder of the built program. */
  program: string
  /** An empty folder. */
  folder: string
}
