/** The fields of an update that are present; null is a value. */
export function givenFields<Fields extends object>(
  fields: Fields,
): { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as ReturnType<typeof givenFields<Fields>>
}

type Sent<Fields> = { [Field in keyof Fields]?: Exclude<Fields[Field], undefined | null> }

/** The fields of an update that are present; absent and null fields keep the stored value. */
export function sentFields<Fields extends object>(fields: Fields): Sent<Fields> {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(sent) as Sent<Fields>
}
