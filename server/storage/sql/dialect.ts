/**
 * Where the engines have other words for the same, statements have PostgreSQL's, or these:
 *
 *   column AMONG (:ids)          the column is one of a list of texts; also NOT AMONG
 *   column AMONG NUMBERS (:ids)  the same of a list of whole numbers
 *   LISTS (column, :value)       a JSON list of texts in a column holds a value
 *   EACH (:ids)                  a list of texts as rows with `value` and `position`, from 0
 *   LIST (column ORDER BY …)     the values of a group as a JSON list
 *   ROWS (:rows, id text, …)     a JSON list of objects (`toJsonRows`) as rows with those columns
 *   ROWS OF table (:rows, id, …) the same with the types that the columns of a table have
 *   PAIRS (:words)              a JSON object as rows with `key` and `value`, as texts
 *   passages WITH TEXTS          passages, with their texts and what belongs to these
 *   greatest(a, b), least(a, b)  of two values that are not NULL
 *
 * SQLite reads the ON of `SELECT … FROM rows ON CONFLICT` as that of a join, hence a `WHERE true`.
 * Each engine's replacements are made once, when a statement is first run.
 */
type Replacement = [words: RegExp, own: string | ((found: string, ...groups: string[]) => string)]

const PASSAGES_WITH_TEXTS = `
  SELECT passages.*, section, anchor, headings, page, role, blocks, url, text
    FROM passages JOIN passage_texts ON passage_texts.key = passages.key`

const SQLITE: Replacement[] = [
  [/\bLIST \(/g, 'json_group_array('],
  [/ AMONG(?: NUMBERS)? \((:\w+)\)/g, ' IN (SELECT value FROM json_each($1))'],
  [/\bLISTS \(([\w.]+), (:\w+|'[^']*')\)/g, '$2 IN (SELECT value FROM json_each($1))'],
  [/\bEACH \((:\w+)\)/g, '(SELECT value, key AS position FROM json_each($1))'],
  [
    /\bROWS(?: OF \w+)? \((:\w+), ([^)]+)\)/g,
    (_, rows = '', columns = '') => rowsInSqlite(rows, columns),
  ],
  [/\bPAIRS \((:\w+)\)/g, 'json_each($1)'],
  [/\bpassages WITH TEXTS\b/g, `(${PASSAGES_WITH_TEXTS}) AS passages`],
  [/\bgreatest\(/g, 'max('],
  [/\bleast\(/g, 'min('],
  [/\bIS DISTINCT FROM\b/g, 'IS NOT'],
  [/\bIS NOT DISTINCT FROM\b/g, 'IS'],
  [/::\w+(\[\])?/g, ''],
  [/ COLLATE "C"/g, ''],
  // Steps that write come one after another: nothing has to be locked.
  [/\bFOR ((NO )?KEY )?(UPDATE|SHARE)( OF \w+)?( SKIP LOCKED)?/g, ''],
]

const POSTGRES: Replacement[] = [
  [/\bpassages WITH TEXTS\b/g, 'passages'],
  [/\bLIST \(([^)]+)\)/g, "coalesce(json_agg($1), '[]')::text"],
  [/ NOT AMONG \((:\w+)\)/g, ' <> ALL ($1::text[])'],
  [/ AMONG NUMBERS \((:\w+)\)/g, ' = ANY ($1::bigint[])'],
  [/ AMONG \((:\w+)\)/g, ' = ANY ($1::text[])'],
  [/\bLISTS \(([\w.]+), (:\w+|'[^']*')\)/g, '$1::jsonb ? $2'],
  // An index serves `=` and IS NULL alone.
  [/([\w.]+) IS NOT DISTINCT FROM (:\w+)/g, '($1 = $2 OR ($1 IS NULL AND $2::text IS NULL))'],
  [
    /\bEACH \((:\w+)\)/g,
    '(SELECT value, number - 1 AS position FROM unnest($1::text[]) WITH ORDINALITY AS listed (value, number))',
  ],
  [/\bPAIRS \((:\w+)\)/g, 'jsonb_each_text($1::jsonb)'],
  [
    /\bROWS OF (\w+) \((:\w+), [^)]+\)/g,
    '(SELECT * FROM jsonb_populate_recordset(NULL::$1, $2::jsonb))',
  ],
  [/\bROWS \((:\w+), ([^)]+)\)/g, '(SELECT * FROM jsonb_to_recordset($1::jsonb) AS listed ($2))'],
]

export function inSqlite(sql: string): string {
  return plannedOnce(replaced(sql, SQLITE))
}

/**
 * Puts each value of a statement that looks something up into a subquery. SQLite looks at bare
 * values to choose between indexes or orders of joins, and plans the statement anew at every call:
 * 10 to 60 µs, several times the cost of a look-up. Nothing is lost: there are no statistics with
 * which a value could change the plan.
 */
function plannedOnce(sql: string): string {
  return /\b(?:WHERE|JOIN)\b/.test(sql) ? sql.replaceAll(/:\w+/g, '(SELECT $&)') : sql
}

export function inPostgres(sql: string): string {
  return replaced(sql, POSTGRES)
}

function replaced(sql: string, replacements: Replacement[]): string {
  return replacements.reduce(
    (text, [words, own]) => text.replaceAll(words, own as (found: string) => string),
    sql,
  )
}

/** Types stand in the text for PostgreSQL alone: SQLite's values have their own. */
function rowsInSqlite(rows: string, columns: string): string {
  const names = columns.split(',').map((column) => column.trim().split(' ')[0] ?? '')
  const values = names.map((name) => `value ->> '${name.replaceAll('"', '')}' AS ${name}`)
  return `(SELECT ${values.join(', ')} FROM json_each(${rows}))`
}
