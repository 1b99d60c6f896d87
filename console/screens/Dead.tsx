import { addressOf } from '../location.ts'
import { Title } from '../parts/Title.tsx'
import { texts } from '../strings.ts'

/** A link that has done its work or is void, and where to go instead. */
export function Dead({ title, children }: { title: string; children: string }) {
  return (
    <>
      <Title>{title}</Title>
      <p class="lead">{children}</p>
      <a class="button primary" href={addressOf('')}>
        {texts.value.toSignIn}
      </a>
    </>
  )
}
