import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { v7 as newId } from 'uuid'
import { BACKUP_USAGE, backupCommand, describeBackup } from './backups.ts'
import { type Config, SettingError } from './config.ts'
import { ServiceError } from './contract/errors.ts'
import { type Role, roles } from './contract/member.ts'
import { makeDataFolder } from './data-folder.ts'
import { hashPassword, newPassword } from './identity/passwords.ts'
import { createApiKeySecret, hashSecret } from './identity/secrets.ts'
import { MODEL_USAGE } from './model-usage.ts'
import { openStore, restoreBackup } from './open-store.ts'
import { changedValues, createRecordOperator, type OperatorEntry } from './resources/audit.ts'
import { MAX_ATTEMPTS } from './resources/jobs.ts'
import type { OpenedStore } from './storage/opened-store.ts'
import type { Organization } from './storage/ports/organizations.ts'
import type { User } from './storage/ports/users.ts'
import type { Store } from './storage/store.ts'

interface Command {
  usage: string
  run(args: string[], config: Config): Promise<void>
}

/**
 * The commands of `svc` beside `serve`; all but `restore` and `copy` also work beside a running
 * service.
 */
export const operatorCommands: Record<string, Command> = {
  provision: {
    usage: 'svc provision FILE',
    run: (args, config) => provision(oneFile(args, 'provision'), config),
  },
  backup: {
    usage: BACKUP_USAGE,
    run: (args, config) => withStore(config, backupCommand(args, config)),
  },
  restore: {
    usage: 'svc restore FILE',
    async run(args, config) {
      const file = resolve(oneFile(args, 'restore'))
      const contents = await restoreBackup(file, config)
      console.log(`Restored ${file} into ${config.data_dir}: ${describeBackup(contents)}.`)
    },
  },
  ingest: {
    usage: 'svc ingest URL-or-folder --into NAME [--org SLUG] [--max-pages N]',
    async run(args, config) {
      const { ingest } = await import('./ingest/ingest.ts')
      await ingest(args, config)
    },
  },
  import: {
    usage: 'svc import FILE --org SLUG',
    async run(args, config) {
      const { importOrganization } = await import('./archive/import.ts')
      await importOrganization(args, config)
    },
  },
  copy: {
    usage: 'svc copy --from sqlite:DATA_DIR|postgres://… --to sqlite:DATA_DIR|postgres://…',
    async run(args, config) {
      const { copyInstallation } = await import('./copy.ts')
      await copyInstallation(args, config)
    },
  },
  model: {
    usage: MODEL_USAGE,
    async run(args, config) {
      const { modelCommand } = await import('./model-command.ts')
      await modelCommand(args, config)
    },
  },
  reindex: {
    usage: 'svc reindex [--org SLUG]',
    run: (args, config) => withStore(config, (store) => reindex(store, args)),
  },
  check: {
    usage: 'svc check [--live]',
    async run(args, config) {
      const { check } = await import('./check.ts')
      const { checkLive } = await import('./check-live.ts')
      const { live } = parseArgs({ args, options: { live: { type: 'boolean' } } }).values
      return live ? checkLive(config) : check(config)
    },
  },
  org: {
    usage: 'svc org list | create SLUG NAME | suspend SLUG | activate SLUG',
    run: (args, config) => withStore(config, (store) => org(store, args)),
  },
  user: {
    usage: 'svc user list --org SLUG | create EMAIL NAME --org SLUG --role ROLE | password EMAIL',
    run: (args, config) => withStore(config, (store) => user(store, args)),
  },
  key: {
    usage: 'svc key list --org SLUG | create NAME --org SLUG --role ROLE | revoke NAME --org SLUG',
    run: (args, config) => withStore(config, (store) => key(store, args)),
  },
}

async function provision(file: string, config: Config): Promise<void> {
  const { createProvisioning } = await import('./open.ts')
  const { readProvisioning } = await import('./provisioning/file.ts')
  const provisioning = await readProvisioning(file, config.environment)
  makeDataFolder(config)
  const { made, weak } = await withOpened(openStore(config), (store) =>
    createProvisioning({ config, store })(provisioning, file),
  )
  for (const { organization, what, of, secret } of made) {
    console.log([organization, what, of, secret].join('\t'))
  }
  for (const { place, weakness } of weak) console.error(`${place}: the password ${weakness}.`)
  console.log(`Provisioned from ${file}.`)
}

/**
 * Has the index of words built anew from the stored passages, which mends a damaged one, and queues
 * every source to be indexed again, for instance after a model changed.
 */
async function reindex(store: Store, args: string[]): Promise<void> {
  const { values } = parse(args)
  const organizations = values.org
    ? [await organizationOf(store, values.org)]
    : await store.organizations.list()
  const now = new Date().toISOString()
  let sources = 0
  for (const { id } of organizations) {
    await store.searchIndex.reset(id)
    for (const source_id of await store.documents.outdate(id)) {
      await store.jobs.enqueue(
        id,
        source_id,
        { id: newId(), trigger: 'manual', max_attempts: MAX_ATTEMPTS, joins: 'queued' },
        now,
      )
      sources += 1
    }
  }
  console.log(`Queued ${sources} ${sources === 1 ? 'source' : 'sources'} to be indexed again.`)
}

async function org(store: Store, args: string[]): Promise<void> {
  const [action, slug = '', name = slug] = args
  switch (action) {
    case 'list':
      for (const { slug, name, status } of await store.organizations.list()) {
        console.log(`${slug}\t${status}\t${name}`)
      }
      return
    case 'create':
      if (!/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(slug)) {
        throw new SettingError('SLUG must be 1 to 64 characters from a-z 0-9 and -.')
      }
      await createOrganization(store, slug, name)
      console.log(`Created ${slug}.`)
      return
    case 'suspend':
    case 'activate': {
      const status = action === 'suspend' ? 'suspended' : 'active'
      await setStatus(store, await organizationOf(store, slug), status)
      console.log(`${slug} is ${status}.`)
      return
    }
    default:
      throw wrongUsage('org')
  }
}

async function createOrganization(store: Store, slug: string, name: string): Promise<void> {
  const id = newId()
  await store.organizations.create({
    id,
    slug,
    name,
    status: 'active',
    support_access: false,
    created_at: new Date().toISOString(),
  })
  await record(store, id, { action: 'organization.created', target: { type: 'organization', id } })
}

async function setStatus(
  store: Store,
  { id, status: from }: Organization,
  status: Organization['status'],
): Promise<void> {
  await store.organizations.update(id, { status })
  const changes = changedValues(['status'], { status: from }, { status })
  if (changes.length === 0) return
  const target = { type: 'organization', id }
  await record(store, id, { action: 'organization.updated', target, fields: ['status'], changes })
}

async function user(store: Store, args: string[]): Promise<void> {
  const { positionals, values } = parse(args)
  const [action, email = '', name = email] = positionals
  const now = new Date().toISOString()
  switch (action) {
    case 'list':
      for (const { user, role } of await store.users.members(
        (await organizationOf(store, values.org)).id,
      )) {
        console.log(`${user.email}\t${role}\t${user.name}`)
      }
      return
    case 'create': {
      const organization = await organizationOf(store, values.org)
      const role = roleOf(values.role)
      if (!/^\S+@\S+$/.test(email)) throw new SettingError('EMAIL must be an e-mail address.')
      const known = await store.users.findByEmail(email)
      if (known) {
        await addToOrganization(store, known, { organization, role })
        console.log(`Added ${email} to ${organization.slug}; the password stays as it is.`)
        return
      }
      const password = newPassword()
      const id = newId()
      await store.users.create({
        id,
        email: email.toLowerCase(),
        name,
        password_hash: await hashPassword(password),
        staff: false,
        created_at: now,
      })
      await join(store, id, { organization, role })
      console.log(`Created ${email} with the password ${password}`)
      return
    }
    case 'password': {
      const found = await store.users.findByEmail(email.toLowerCase())
      if (!found) throw new ServiceError('not_found', `There is no user ${email}.`)
      const password = newPassword()
      await store.users.setPassword(found.id, await hashPassword(password), now)
      for (const { organization } of await store.users.memberships(found.id)) {
        await record(store, organization.id, {
          action: 'member.password_changed',
          target: { type: 'member', id: found.id },
        })
      }
      console.log(`The new password of ${email} is ${password}`)
      return
    }
    default:
      throw wrongUsage('user')
  }
}

/** Gives a person another organization. Throws `conflict` when it is theirs already. */
async function addToOrganization(
  store: Store,
  { id, email }: User,
  membership: Membership,
): Promise<void> {
  const { organization } = membership
  const members = await store.users.members(organization.id)
  if (members.some(({ user }) => user.id === id)) {
    throw new ServiceError('conflict', `${email} belongs to ${organization.slug} already.`)
  }
  await join(store, id, membership)
}

interface Membership {
  organization: Organization
  role: Role
}

async function join(store: Store, id: string, { organization, role }: Membership): Promise<void> {
  await store.users.setRole(organization.id, id, role, new Date().toISOString())
  await record(store, organization.id, {
    action: 'member.created',
    target: { type: 'member', id },
    changes: changedValues(['role'], null, { role }),
  })
}

async function key(store: Store, args: string[]): Promise<void> {
  const { positionals, values } = parse(args)
  const [action, name = ''] = positionals
  const now = new Date().toISOString()
  switch (action) {
    case 'list':
      for (const found of await store.apiKeys.list((await organizationOf(store, values.org)).id)) {
        const state = found.revoked_at ? 'revoked' : 'live'
        console.log(`${found.name}\t${found.role}\t${found.prefix}…\t${state}`)
      }
      return
    case 'create': {
      const organization = await organizationOf(store, values.org)
      if (name === '') throw wrongUsage('key')
      const role = roleOf(values.role)
      const secret = createApiKeySecret()
      const id = newId()
      await store.apiKeys.create(
        {
          id,
          organization_id: organization.id,
          name,
          role,
          assistant_ids: null,
          prefix: secret.slice(0, 12),
          created_at: now,
          created_by: null,
          expires_at: null,
          revoked_at: null,
          last_used_at: null,
        },
        hashSecret(secret),
      )
      await record(store, organization.id, {
        action: 'api_key.created',
        target: { type: 'api_key', id },
        changes: changedValues(['role'], null, { role }),
      })
      console.log(secret)
      return
    }
    case 'revoke': {
      const organization = await organizationOf(store, values.org)
      const found = await store.apiKeys.findByName(organization.id, name)
      if (!found) throw new ServiceError('not_found', `There is no API key ${name}.`)
      await store.apiKeys.revoke(organization.id, found.id, now)
      if (found.revoked_at === null) {
        const target = { type: 'api_key', id: found.id }
        await record(store, organization.id, { action: 'api_key.revoked', target })
      }
      console.log(`Revoked ${name}.`)
      return
    }
    default:
      throw wrongUsage('key')
  }
}

/** Writes to the audit log of an organization (docs/behaviour.md#audit-log). */
function record(
  store: Store,
  organization_id: string,
  entry: Omit<OperatorEntry, 'organization_id'>,
): Promise<void> {
  const now = () => new Date().toISOString()
  return createRecordOperator({ store, now, newId })({ organization_id, ...entry })
}

/** Opens the store, beside a running service too. */
function withStore(config: Config, use: (store: OpenedStore) => Promise<void>): Promise<void> {
  return withOpened(openStore(config, { mustExist: true }), use)
}

async function withOpened<Result>(
  opening: Promise<OpenedStore>,
  use: (store: OpenedStore) => Promise<Result>,
): Promise<Result> {
  const store = await opening
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

async function organizationOf(store: Store, slug: string | undefined): Promise<Organization> {
  if (!slug) throw new SettingError('An organization is needed: --org SLUG.')
  const found = await store.organizations.findBySlug(slug)
  if (!found) throw new ServiceError('not_found', `There is no organization ${slug}.`)
  return found
}

function roleOf(role: string | undefined): Role {
  const found = roles.find((known) => known === role)
  if (!found) throw new SettingError(`--role must be one of ${roles.join(', ')}.`)
  return found
}

function parse(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: { org: { type: 'string' }, role: { type: 'string' } },
  })
}

function oneFile(args: string[], command: string): string {
  const [file, ...more] = args
  if (!file || more.length > 0) throw wrongUsage(command)
  return file
}

function wrongUsage(command: string): SettingError {
  return new SettingError(`Usage: ${operatorCommands[command]?.usage}`)
}
