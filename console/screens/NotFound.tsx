import { addressOf } from '../location.ts'
import { Title } from '../parts/Title.tsx'
import { texts } from '../strings.ts'

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
