/** A version of the widget that was served. */
export interface WidgetVersion {
  /** Of its script, without the extension. */
  name: string
  /** Names its files, packed into one, in `UploadFiles`. */
  content_hash: string
}

/**
 * The versions of the widget that any process has served, where processes share the data
 * (docs/behaviour.md#several-processes).
 */
export interface WidgetVersions {
  /** Makes a version the one that was served last, and forgets all but the last `most`. */
  keep(version: WidgetVersion, most: number): Promise<void>
  /** The one that was served last comes first. */
  list(): Promise<WidgetVersion[]>
}
