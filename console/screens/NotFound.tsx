import { addressOf } from '../location.ts'
import { Title } from '../parts/Title.tsx'
import { session } from '../session.ts'
import { fill, texts } from '../strings.ts'

export function NotFound() {
  const { notFound } = texts.value
  return (
    <>
      <Title>{notFound.title}</Title>
      <p class="lead">{notFound.lead}</p>
      <a class="button" href={addressOf('')}>
        {notFound.home}
      </a>
    </>
  )
}

/** At an address that exists, but not for the person's role. */
export function Forbidden() {
  const { forbidden, notFound, roles } = texts.value
  const role = roles[session.value?.role ?? 'other'] ?? roles.other
  return (
    <>
      <Title>{forbidden.title}</Title>
      <p class="lead">{fill(forbidden.lead, { role })}</p>
      <a class="button" href={addressOf('')}>
        {notFound.home}
      </a>
    </>
  )
}
