import {
  chooseLanguage,
  keepLanguage,
  type Language,
  language,
  languages,
  texts,
} from '../strings.ts'

/** The choice of the console's language, kept on this device. */
export function LanguageChoice() {
  return (
    <label class="language">
      <span class="visually-hidden">{texts.value.language}</span>
      <select
        value={language.value}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value as Language
          keepLanguage(chosen)
          void chooseLanguage(chosen)
        }}
      >
        {Object.entries(languages).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
