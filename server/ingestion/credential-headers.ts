import type { Credentials } from '../contract/credentials.ts'

/** The headers that carry credentials; none for those that sign requests. */
export function headersOf(credentials: Credentials): Record<string, string> {
  switch (credentials.type) {
    case 'basic': {
      const { username, password } = credentials
      const pair = Buffer.from(`${username}:${password}`).toString('base64')
      return { authorization: `Basic ${pair}` }
    }
    case 'bearer':
    case 'token':
      return { authorization: `Bearer ${credentials.token}` }
    case 'header':
      return { [credentials.name.toLowerCase()]: credentials.value }
    case 'cookie':
      return { cookie: credentials.value }
    case 'access_key':
      return {}
  }
}
