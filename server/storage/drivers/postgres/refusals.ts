/** What the driver or the server says of an address that it refuses, and what is told instead. */
const SAID: [says: RegExp, tell: (reason: string) => string][] = [
  [/client password must be a/, () => 'the server asks for a password, and the address has none'],
  [
    /self-signed certificate|unable to (?:get|verify)/,
    (reason) =>
      `${reason.split(';')[0]}; name the certificate of its authority with sslrootcert in the address`,
  ],
  [/no encryption$/, (reason) => `${reason}; add sslmode=verify-full to the address`],
  [
    /^permission denied for schema/,
    (reason) => `${reason}; make the user of the address the owner of the database`,
  ],
]

/** Why a database cannot be used, for an operator; with what helps, where that is known. */
export function refusalOf(cause: Error): string {
  const reason = cause.message || (cause as NodeJS.ErrnoException).code || cause.name
  const [, tell] = SAID.find(([says]) => says.test(reason)) ?? []
  return (tell?.(reason) ?? reason).replace(/\.$/, '')
}
