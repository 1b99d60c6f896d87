import { readFile } from 'node:fs/promises'
import { dirname, isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { CheckedLayer } from '../branding/layer.ts'
import { type Environment, SettingError, substitute } from '../config.ts'
import { AssistantStatus, CreateAssistant } from '../contract/assistant.ts'
import { CreateCollection } from '../contract/collection.ts'
import { CreateDeployment } from '../contract/deployment.ts'
import { Email, PersonName, Role } from '../contract/member.ts'
import { NewPassword } from '../contract/session.ts'
import { CreateSource } from '../contract/source.ts'
import { shownText } from '../contract/text.ts'

const secretOf = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}[A-Za-z0-9_-]{32,200}$`), {
    error: `must be ${prefix} and at least 32 characters from A-Z a-z 0-9 _ -`,
  })
const Name = shownText(1, 200)

/** What is matched by a name must be said once: the second would undo the first at every start. */
function onceBy<Key extends string>(key: Key) {
  return (items: Record<Key, unknown>[], context: z.RefinementCtx) => {
    const repeated = items.findIndex((item, at) =>
      items.slice(0, at).some((earlier) => earlier[key] === item[key]),
    )
    if (repeated === -1) return
    context.addIssue({ code: 'custom', path: [repeated, key], message: 'must not be there twice' })
  }
}

/**
 * The provisioning file (completions 1). Things are matched by slug, e-mail or name; a field that is
 * left out has its default in what is made, and is left as it is in what exists.
 */
export const Provisioning = z.strictObject({
  organizations: z
    .array(
      z.strictObject({
        slug: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, {
          error: 'must be 1 to 64 characters from a-z 0-9 and -',
        }),
        name: Name,
        status: z.enum(['active', 'suspended']).optional(),
        support_access: z.boolean().optional(),
        users: z
          .array(
            z.strictObject({
              email: Email,
              name: PersonName,
              password: NewPassword.optional(),
              role: Role,
            }),
          )
          .superRefine(onceBy('email'))
          .default([]),
        api_keys: z
          .array(
            z.strictObject({
              name: Name,
              role: Role,
              secret: secretOf('svc_sk_').optional(),
            }),
          )
          .superRefine(onceBy('name'))
          .default([]),
        collections: z
          .array(
            CreateCollection.extend({
              description: CreateCollection.shape.description.unwrap().optional(),
              archived: z.boolean().optional(),
              sources: z
                .array(CreateSource.extend({ sync: z.boolean().default(false) }))
                .superRefine(onceBy('name'))
                .default([]),
            }),
          )
          .superRefine(onceBy('name'))
          .default([]),
        assistants: z
          .array(
            CreateAssistant.omit({ knowledge_base_ids: true }).extend({
              description: CreateAssistant.shape.description.unwrap().optional(),
              instruction: CreateAssistant.shape.instruction.unwrap().optional(),
              status: AssistantStatus.optional(),
              collections: z.array(z.string()).default([]),
            }),
          )
          .superRefine(onceBy('name'))
          .default([]),
        widget_deployments: z
          .array(
            CreateDeployment.omit({ assistant_id: true }).extend({
              assistant: z.string(),
              widget_key: secretOf('svc_wk_').optional(),
            }),
          )
          .superRefine(onceBy('name'))
          .default([]),
        branding: CheckedLayer.optional(),
      }),
    )
    .superRefine(onceBy('slug'))
    .default([]),
  staff: z
    .array(z.strictObject({ email: Email, name: PersonName, password: NewPassword.optional() }))
    .superRefine(onceBy('email'))
    .default([]),
})
export type Provisioning = z.infer<typeof Provisioning>
export type ProvisionedOrganization = Provisioning['organizations'][number]

/**
 * Reads a provisioning file: `${NAME}` in a string comes from the environment, folder paths are taken
 * relative to the file. Throws `SettingError` naming the file and the field.
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
  let json: unknown
  try {
    json = JSON.parse(text, (_, value) =>
      typeof value === 'string' ? substitute(value, environment, `The file ${file}`) : value,
    )
  } catch (error) {
    if (error instanceof SettingError) throw error
    throw new SettingError(`The provisioning file ${file} is not valid JSON: ${String(error)}.`)
  }
  const checked = Provisioning.safeParse(json)
  if (!checked.success) {
    const [issue] = checked.error.issues
    throw new SettingError(`${file}: ${issue?.path.join('.')} ${issue?.message}.`)
  }
  for (const source of checked.data.organizations.flatMap(({ collections }) =>
    collections.flatMap(({ sources }) => sources),
  )) {
    const { path } = source.config
    if (typeof path === 'string' && !isAbsolute(path)) {
      source.config = { ...source.config, path: resolve(dirname(file), path) }
    }
  }
  return checked.data
}
