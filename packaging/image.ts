import { root } from '../scripts/check/source-files.ts'
import { run, sourceDate } from './commands.ts'

/** Storage that needs no support of the kernel, and no daemon. */
export const BUILDAH = ['--storage-driver', 'vfs']

/**
 * Builds the Dockerfile into an archive of an OCI image, with buildah. BUILD_IMAGE and RUN_IMAGE in
 * the environment take the place of the images that it begins with.
 */
export function buildImage(tag: string, file: string): void {
  const { BUILD_IMAGE, RUN_IMAGE } = process.env
  const given = { BUILD_IMAGE, RUN_IMAGE, SOURCE_DATE_EPOCH: sourceDate() }
  const args = Object.entries(given).flatMap(([name, value]) =>
    value ? ['--build-arg', `${name}=${value}`] : [],
  )
  const how = ['--isolation', 'chroot', '--format', 'oci', '--timestamp', sourceDate()]
  run('buildah', [...BUILDAH, 'build', ...how, ...args, '--tag', tag, '.'], root)
  run('buildah', [...BUILDAH, 'push', tag, `oci-archive:${file}:${tag}`], root)
}
