import { readXml } from '../../formats/xml.ts'

/** An object of a bucket, as a listing tells of it. */
export interface S3Object {
  key: string
  etag: string | null
  bytes: number | null
}

/** One page of a listing. */
export interface Listing {
  objects: S3Object[]
  /** Asks for the next page; null: this was the last. */
  next: string | null
}

/** The fields of the object that is read, and those of the listing itself. */
type Fields = Record<string, string>

/** Reads the answer to ListObjectsV2; null: it is no listing. */
export function readListing(body: Uint8Array): Listing | null {
  const found: Fields[] = []
  const listing: Fields = {}
  let object: Fields | null = null
  let isListing = false
  let text = ''
  readXml(body, {
    open(name) {
      text = ''
      if (name === 'ListBucketResult') isListing = true
      if (name === 'Contents') object = {}
    },
    text(more) {
      text += more
    },
    close(name) {
      if (name === 'Contents' && object) {
        found.push(object)
        object = null
      } else (object ?? listing)[name] = text
    },
  })
  if (!isListing) return null
  const isEncoded = listing['EncodingType'] === 'url'
  const isTruncated = listing['IsTruncated'] === 'true'
  return {
    objects: found.flatMap((fields) => objectOf(fields, isEncoded)),
    next: (isTruncated && listing['NextContinuationToken']) || null,
  }
}

function objectOf({ Key, ETag, Size }: Fields, isEncoded: boolean): S3Object[] {
  const key = isEncoded ? decoded(Key ?? '') : Key
  const bytes = Number(Size)
  if (!key) return []
  return [{ key, etag: ETag || null, bytes: Size && Number.isSafeInteger(bytes) ? bytes : null }]
}

/** Keys may hold characters that XML cannot, so they are asked for in the coding of addresses. */
function decoded(key: string): string | null {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '))
  } catch {
    return null
  }
}
