import { isLoopback } from './contract/loopback.ts'
import type { BucketSettings } from './storage/files/bucket.ts'

/** The settings of a bucket as they are set; null: unset. */
export interface GivenBucket {
  SVC_FILES: string | null
  SVC_FILES_ENDPOINT: string | null
  SVC_FILES_REGION: string
  SVC_FILES_ACCESS_KEY_ID: string | null
  SVC_FILES_SECRET_ACCESS_KEY: string | null
}

/** `s3://bucket` or `s3://bucket/prefix`. */
export const FILES_ADDRESS =
  /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w-][\w.-]*(?:\/[\w-][\w.-]*)*))?\/?$/

/**
 * The bucket that keeps uploaded files; null: there is none. Throws an `Error` with one sentence
 * that names the setting which is missing or does not fit.
 */
export function readBucket(given: GivenBucket): BucketSettings | null {
  const { SVC_FILES_REGION: region } = given
  const [, bucket = '', prefix = ''] = FILES_ADDRESS.exec(given.SVC_FILES ?? '') ?? []
  if (given.SVC_FILES === null) {
    for (const name of ['ENDPOINT', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const) {
      if (given[`SVC_FILES_${name}`]) throw new Error(`SVC_FILES_${name} needs SVC_FILES.`)
    }
    return null
  }
  const endpoint = given.SVC_FILES_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  const { protocol, hostname } = new URL(endpoint)
  if (protocol === 'http:' && !isLoopback(hostname)) {
    throw new Error('SVC_FILES_ENDPOINT must be an https address, or on this machine.')
  }
  const required = (name: 'SVC_FILES_ACCESS_KEY_ID' | 'SVC_FILES_SECRET_ACCESS_KEY') => {
    const value = given[name]
    if (value === null) throw new Error(`${name} must be set with SVC_FILES.`)
    return value
  }
  return {
    endpoint,
    region,
    bucket,
    prefix,
    access_key_id: required('SVC_FILES_ACCESS_KEY_ID'),
    secret_access_key: required('SVC_FILES_SECRET_ACCESS_KEY'),
  }
}
