import type { Config } from './config.ts'
import { widgetVersionsDir } from './data-folder.ts'
import { createSharedVersions } from './http/shared-widget-versions.ts'
import { createFolderVersions, type KeptVersions } from './http/widget-versions.ts'
import type { Log } from './log.ts'
import type { OpenedStore } from './storage/opened-store.ts'

/** Where versions of the widget are kept: by all processes together, or in the data folder. */
export function openWidgetVersions(
  config: Pick<Config, 'data_dir'>,
  { files, shared }: Pick<OpenedStore, 'files' | 'shared'>,
  log: Log,
): KeptVersions {
  if (!shared) return createFolderVersions(widgetVersionsDir(config))
  return createSharedVersions({ files, ...shared }, (err) =>
    log.warn({ err }, 'a version of the widget cannot be read'),
  )
}
