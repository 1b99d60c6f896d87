import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { CheckedLayer } from '../branding/layer.ts'
import { type Environment, SettingError, substitute } from '../config.ts'
import { AssistantStatus, assistantLimits, CreateAssistant } from '../contract/assistant.ts'
import { DeclaredBehaviour } from '../contract/behaviour.ts'
import { CreateCollection } from '../contract/collection.ts'
import { CreateCuratedAnswer } from '../contract/curated-answer.ts'
import { CreateDeployment } from '../contract/deployment.ts'
import { ServiceError } from '../contract/errors.ts'
import { Email, PersonName, Role } from '../contract/member.ts'
import { DailyModelTokens, OrganizationName, RetentionDays } from '../contract/organization.ts'
import { parse } from '../contract/parse.ts'
import { DeclaredReading } from '../contract/reading.ts'
import { SectionName, SectionQuestionText } from '../contract/section-question.ts'
import { NewPassword } from '../contract/session.ts'
import { CreateSource } from '../contract/source.ts'
import { pathIn, withPath } from '../contract/source-types.ts'
import { SynonymGroups } from '../contract/synonyms.ts'
import { shownText } from '../contract/text.ts'

const secretOf = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}[A-Za-z0-9_-]{32,200}$`), {
    error: `must be ${prefix} and at least 32 characters from A-Z a-z 0-9 _ -`,
  })
const Name = shownText(1, 200)

/** Refuses two entries of one name: the second would undo the first at every start. */
function onceBy<Key extends string>(key: Key) {
  return (items: Record<Key, unknown>[], context: z.RefinementCtx) => {
    const repeated = items.findIndex((item, at) =>
      items.slice(0, at).some((earlier) => earlier[key] === item[key]),
    )
    if (repeated === -1) return
    context.addIssue({ code: 'custom', path: [repeated, key], message: 'must not appear twice' })
  }
}

const User = z.strictObject({
  email: Email,
  name: PersonName,
  password: NewPassword.optional(),
  role: Role,
})

const ApiKey = z.strictObject({
  name: Name,
  role: Role,
  secret: secretOf('svc_sk_').optional(),
})

/** A question of the document with the path, or of a section of it. */
const Question = z.strictObject({
  path: z.string().min(1).max(8192),
  section: SectionName.nullish(),
  text: SectionQuestionText,
})
const MAX_QUESTIONS = 2000

const Collection = CreateCollection.extend({
  description: CreateCollection.shape.description.unwrap().optional(),
  archived: z.boolean().optional(),
  synonyms: SynonymGroups.optional(),
  reading: DeclaredReading.optional(),
  questions: z.array(Question).max(MAX_QUESTIONS).optional(),
  sources: z
    .array(CreateSource.extend({ sync: z.boolean().default(false) }))
    .superRefine(onceBy('name'))
    .default([]),
})

const Assistant = CreateAssistant.omit({ knowledge_base_ids: true }).extend({
  description: CreateAssistant.shape.description.unwrap().optional(),
  instruction: CreateAssistant.shape.instruction.unwrap().optional(),
  status: AssistantStatus.optional(),
  behaviour: DeclaredBehaviour.optional(),
  collections: z
    .array(z.string())
    .max(assistantLimits.max_knowledge_bases, {
      error: `must name at most ${assistantLimits.max_knowledge_bases} collections`,
    })
    .refine((names) => new Set(names).size === names.length, {
      error: 'must not name a collection twice',
    })
    .default([]),
})

/** Matched by its first question. */
const CuratedAnswer = z.strictObject({
  questions: CreateCuratedAnswer.shape.questions,
  text: CreateCuratedAnswer.shape.text,
  links: CreateCuratedAnswer.shape.links.unwrap().optional(),
  assistants: z.array(z.string()).nullable().optional(),
  valid_until: CreateCuratedAnswer.shape.valid_until.unwrap().optional(),
  enabled: CreateCuratedAnswer.shape.enabled.unwrap().optional(),
})

function onceByFirstQuestion(answers: { questions: string[] }[], context: z.RefinementCtx): void {
  const firsts = answers.map(({ questions }) => questions[0])
  const repeated = firsts.findIndex((first, at) => firsts.indexOf(first) < at)
  if (repeated === -1) return
  const path = [repeated, 'questions', 0]
  context.addIssue({ code: 'custom', path, message: 'must not be the first question twice' })
}

const WidgetDeployment = CreateDeployment.omit({ assistant_id: true }).extend({
  assistant: z.string(),
  widget_key: secretOf('svc_wk_').optional(),
})

const Organization = z
  .strictObject({
    slug: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, {
      error: 'must be 1 to 64 characters from a-z 0-9 and -',
    }),
    name: OrganizationName,
    status: z.enum(['active', 'suspended']).optional(),
    support_access: z.boolean().optional(),
    retention_days: RetentionDays.optional(),
    daily_model_tokens: DailyModelTokens.optional(),
    users: z.array(User).superRefine(onceBy('email')).default([]),
    api_keys: z.array(ApiKey).superRefine(onceBy('name')).default([]),
    collections: z.array(Collection).superRefine(onceBy('name')).default([]),
    assistants: z.array(Assistant).superRefine(onceBy('name')).default([]),
    widget_deployments: z.array(WidgetDeployment).superRefine(onceBy('name')).default([]),
    curated_answers: z.array(CuratedAnswer).superRefine(onceByFirstQuestion).default([]),
    branding: CheckedLayer.optional(),
  })
  .superRefine(({ collections, assistants, widget_deployments, curated_answers }, context) => {
    const check = (
      kind: string,
      declared: { name: string }[],
      name: string,
      path: PropertyKey[],
    ) => {
      if (declared.some((item) => item.name === name)) return
      const message = `must name ${kind} that the file declares in the same organization; ${JSON.stringify(name)} is none`
      context.addIssue({ code: 'custom', path, message })
    }
    for (const [at, assistant] of assistants.entries()) {
      for (const [place, name] of assistant.collections.entries()) {
        check('a collection', collections, name, ['assistants', at, 'collections', place])
      }
    }
    for (const [at, answer] of curated_answers.entries()) {
      for (const [place, name] of (answer.assistants ?? []).entries()) {
        check('an assistant', assistants, name, ['curated_answers', at, 'assistants', place])
      }
    }
    for (const [at, { assistant }] of widget_deployments.entries()) {
      check('an assistant', assistants, assistant, ['widget_deployments', at, 'assistant'])
    }
  })

/**
 * The provisioning file (docs/behaviour.md#provisioning). Entries are matched by slug, e-mail
 * address or name. A field that is left out gets its default in a new entry and keeps its value in
 * an existing one.
 */
export const Provisioning = z
  .strictObject({
    organizations: z.array(Organization).superRefine(onceBy('slug')).default([]),
    staff: z
      .array(User.omit({ role: true }))
      .superRefine(onceBy('email'))
      .default([]),
  })
  .superRefine(({ organizations, staff }, context) => {
    const people = [
      ...organizations.flatMap(({ users }, at) =>
        users.map((person, place) => ({ person, path: ['organizations', at, 'users', place] })),
      ),
      ...staff.map((person, place) => ({ person, path: ['staff', place] })),
    ]
    for (const same of Map.groupBy(people, ({ person }) => person.email).values()) {
      for (const field of ['name', 'password'] as const) {
        const given = same.filter(({ person }) => person[field] !== undefined)
        const other = given.find(({ person }) => person[field] !== given[0]?.person[field])
        if (!other) continue
        const message = 'must be the same wherever the person is declared'
        context.addIssue({ code: 'custom', path: [...other.path, field], message })
      }
    }
  })
export type Provisioning = z.infer<typeof Provisioning>
export type ProvisionedOrganization = Provisioning['organizations'][number]

/**
 * Reads a provisioning file and checks everything that needs no database, references included.
 * `${NAME}` in a string comes from the environment, folder paths are taken relative to the file.
 * Throws `SettingError` with one line that names the file and the place in it.
 */
export async function readProvisioning(
  file: string,
  environment: Environment,
): Promise<Provisioning> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch {
    throw new SettingError(`The provisioning file ${file} cannot be read.`)
  }
  const declared = check(file, parseJson(file, text, environment))
  for (const source of declared.organizations.flatMap(({ collections }) =>
    collections.flatMap(({ sources }) => sources),
  )) {
    const path = pathIn(source.type, source.config)
    if (path !== null) {
      source.config = withPath(source.type, source.config, resolve(dirname(file), path))
    }
  }
  return declared
}

function parseJson(file: string, text: string, environment: Environment): unknown {
  try {
    return JSON.parse(text, (_, value) =>
      typeof value === 'string' ? substitute(value, environment, `The file ${file}`) : value,
    )
  } catch (error) {
    if (error instanceof SettingError) throw error
    // The message quotes the file, line breaks included.
    const why = String(error).replaceAll(/\s+/g, ' ')
    throw new SettingError(`The provisioning file ${file} is not valid JSON: ${why}.`)
  }
}

function check(file: string, json: unknown): Provisioning {
  try {
    return parse(Provisioning, json, { whole: 'The file', of: 'a provisioning file' })
  } catch (error) {
    if (error instanceof ServiceError) throw new SettingError(`${file}: ${error.message}`)
    throw error
  }
}
