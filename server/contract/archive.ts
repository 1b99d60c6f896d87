import { z } from 'zod'
import { SparseAppearance } from './appearance.ts'
import { AssistantStatus, CreateAssistant } from './assistant.ts'
import { Actor, AuditEntry } from './audit.ts'
import { Behaviour } from './behaviour.ts'
import { BrandingLayer } from './branding.ts'
import { CreateCollection } from './collection.ts'
import {
  AnswerLink,
  Citation,
  ConversationStatus,
  MessageStatus,
  RatingValue,
} from './conversation.ts'
import { CreateCuratedAnswer } from './curated-answer.ts'
import { CreateDeployment } from './deployment.ts'
import { DocumentPath } from './document.ts'
import { outcomes } from './inbox.ts'
import { Email, PersonName, Role } from './member.ts'
import { DailyModelTokens, OrganizationName, RetentionDays } from './organization.ts'
import { SectionQuestionText } from './section-question.ts'
import { CreateSource } from './source.ts'
import { sourceTypes } from './source-types.ts'
import { SynonymGroups } from './synonyms.ts'
import { TestQuestion } from './test-question.ts'
import { Timestamp } from './text.ts'
import { channels, Day, NearPassage, UsageCounts } from './usage.ts'

/** The version of the format; an import reads this one alone. */
export const ARCHIVE_FORMAT = 1

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be a SHA-256 in hex' })
const Count = z.int().min(0)

/**
 * How ids are read. `own` is that of the row itself, `ref` that of a thing of the archive, and
 * `loose` that of something which may be gone or was left out.
 */
export interface ArchiveIds {
  own(kind: string): z.ZodType<string>
  ref(kind: string): z.ZodType<string>
  loose(): z.ZodType<string>
}

const BLOCK_KINDS = [
  'heading',
  'paragraph',
  'steps',
  'bullets',
  'definition',
  'table',
  'code',
  'quotation',
  'caption',
] as const
const SECTION_ROLES = [
  'problem',
  'cause',
  'solution',
  'procedure',
  'reference',
  'glossary',
  'question',
  'changelog',
] as const

/** A block of a passage's text, and where in it, in UTF-16 units. */
const ArchivedBlock = z.strictObject({
  kind: z.enum(BLOCK_KINDS),
  start: Count,
  end: Count,
  admonition: z.string().exactOptional(),
  title: z.string().exactOptional(),
  language: z.string().exactOptional(),
  cut: z.enum(['before', 'after', 'both']).exactOptional(),
  fragment: z.string().exactOptional(),
  role: z.enum(SECTION_ROLES).exactOptional(),
})

/**
 * The rows of an archive by part (docs/behaviour.md#export-and-import), in an order in which rows
 * refer to earlier ones only.
 */
export function archiveRows({ own, ref, loose }: ArchiveIds) {
  const actor = Actor.extend({ id: loose().nullable() })
  const expected = TestQuestion.shape.expected.unwrap()
  const times = { created_at: Timestamp, updated_at: Timestamp }
  const { name, description, knowledge_base_ids: _, ...assistant } = CreateAssistant.shape
  return {
    organization: z.strictObject({
      name: OrganizationName,
      retention_days: RetentionDays,
      daily_model_tokens: DailyModelTokens,
      branding: BrandingLayer.nullable(),
    }),
    members: z.strictObject({ email: Email, name: PersonName, role: Role }),
    collections: z.strictObject({
      id: own('collection'),
      name: CreateCollection.shape.name,
      description: z.string().max(4000),
      status: z.enum(['active', 'archived']),
      embedding_model: z.string().max(200),
      embedding_dimensions: z.int().min(1).max(100_000),
      synonyms: SynonymGroups.nullable(),
      ...times,
    }),
    sources: z
      .strictObject({
        id: own('source'),
        collection_id: ref('collection'),
        name: CreateSource.shape.name,
        type: CreateSource.shape.type,
        config: z.record(z.string(), z.unknown()),
        schedule: z.string().max(100).nullable(),
        time_zone: CreateSource.shape.time_zone,
        uploads: z.array(
          z.strictObject({
            id: own('upload'),
            path: DocumentPath,
            title: z.string().nullable(),
            url: z.string().nullable(),
            media_type: z.string(),
            bytes: Count,
            content_hash: Sha256,
            uploaded_at: Timestamp,
          }),
        ),
        ...times,
      })
      .refine(({ type, config }) => sourceTypes[type].Config.safeParse(config).success, {
        error: 'must fit the type of the source',
        path: ['config'],
      }),
    documents: z.strictObject({
      id: own('document'),
      source_id: ref('source'),
      path: z.string().max(8192),
      title: z.string(),
      url: z.string().nullable(),
      given_title: z.string().nullable(),
      given_url: z.string().nullable(),
      media_type: z.string(),
      bytes: Count,
      content_hash: z.string().max(64),
      version: z.string().nullable(),
      reading: Count.default(0),
      description: z.string().nullable().default(null),
      status: z.enum(['ingested', 'skipped', 'failed']),
      excluded: z.boolean(),
      error_code: z.string().nullable(),
      error_message: z.string().nullable(),
      updated_at: Timestamp,
      passages: z.array(
        z.strictObject({
          id: own('passage'),
          section: z.string().max(100).nullable().default(null),
          /** Of a passage whose headings are not known one by one. */
          anchor: z.string().nullable(),
          headings: z.array(z.string()).nullable().default(null),
          page: Count.nullable().default(null),
          role: z.enum(SECTION_ROLES).nullable().default(null),
          blocks: z.array(ArchivedBlock).nullable().default(null),
          url: z.string().nullable(),
          text: z.string(),
        }),
      ),
      /** Those of owners. */
      questions: z
        .array(z.strictObject({ section: z.string().nullable(), text: SectionQuestionText }))
        .default([]),
    }),
    assistants: z.strictObject({
      id: own('assistant'),
      name,
      description,
      ...assistant,
      status: AssistantStatus,
      knowledge_base_ids: z.array(ref('collection')).max(20),
      behaviour: Behaviour.nullable(),
      ...times,
    }),
    deployments: z.strictObject({
      id: own('deployment'),
      assistant_id: ref('assistant'),
      name: CreateDeployment.shape.name,
      widget_key: z.string().regex(/^svc_wk_[A-Za-z0-9_-]{32,200}$/),
      allowed_origins: CreateDeployment.shape.allowed_origins,
      appearance: SparseAppearance,
      created_at: Timestamp,
      expires_at: Timestamp.nullable(),
      revoked_at: Timestamp.nullable(),
    }),
    curated_answers: z.strictObject({
      id: own('curated_answer'),
      questions: CreateCuratedAnswer.shape.questions,
      text: CreateCuratedAnswer.shape.text,
      links: CreateCuratedAnswer.shape.links,
      assistant_ids: z.array(ref('assistant')).min(1).max(20).nullable(),
      valid_until: Timestamp.nullable(),
      enabled: z.boolean(),
      used_count: Count,
      last_used_at: Timestamp.nullable(),
      ...times,
    }),
    test_questions: z.strictObject({
      id: own('test_question'),
      assistant_id: ref('assistant'),
      question: z.string().min(1).max(16_000),
      expected: expected.extend({ source_document_id: loose().nullable() }).nullable(),
      created_at: Timestamp,
    }),
    visitors: z.strictObject({
      id: own('visitor'),
      deployment_id: ref('deployment'),
      first_seen_at: z.union([Timestamp, z.literal('')]),
    }),
    conversations: z.strictObject({
      id: own('conversation'),
      assistant_id: ref('assistant'),
      owner_type: z.enum(['user', 'service']),
      owner_id: loose(),
      visitor_id: loose().nullable(),
      channel: z.enum(channels),
      title: z.string().max(1000),
      status: ConversationStatus,
      metadata: z.record(z.string(), z.string()),
      last_outcome: z.enum(outcomes).nullable(),
      handled: z.strictObject({ at: Timestamp, by: actor, note: z.string().nullable() }).nullable(),
      messages: z.array(messageRow({ own, ref, loose })),
      ...times,
    }),
    usage: z.strictObject({
      day: Day,
      assistant_id: loose(),
      model: z.string().max(300),
      channel: z.enum(channels),
      ...UsageCounts.shape,
      opened: UsageCounts.shape.opened.default(0),
    }),
    audit: AuditEntry.extend({
      id: own('audit entry'),
      actor,
      target: AuditEntry.shape.target
        .unwrap()
        .extend({ id: z.union([loose(), z.string()]).nullable() })
        .nullable(),
    }),
  }
}

function messageRow({ own, loose }: ArchiveIds) {
  return z.strictObject({
    id: own('message'),
    role: z.enum(['user', 'assistant']),
    sequence: Count,
    status: MessageStatus,
    text: z.string(),
    citations: z.array(
      Citation.extend({ source_id: loose(), quotes: Citation.shape.quotes.default([]) }),
    ),
    links: z.array(
      AnswerLink.extend({
        heading: AnswerLink.shape.heading.default(null),
        excerpt: AnswerLink.shape.excerpt.default(null),
        source_id: loose().nullable().default(null),
      }),
    ),
    abstained: z.boolean(),
    created_at: Timestamp,
    model: z.string().nullable(),
    finish_reason: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    abstention_reason: z.string().nullable(),
    error_code: z.string().nullable(),
    error_message: z.string().nullable(),
    input_tokens: Count,
    output_tokens: Count,
    rating: z
      .strictObject({
        rating: RatingValue,
        note: z.string().nullable(),
        created_at: Timestamp,
        updated_at: Timestamp,
      })
      .nullable(),
    /** Of a question that was declined. */
    declined: z
      .strictObject({
        abstention_reason: z.string().nullable(),
        nearest: z.array(NearPassage.extend({ source_id: loose() })),
      })
      .nullable(),
  })
}

export type ArchiveRows = ReturnType<typeof archiveRows>
export type ArchivePart = keyof ArchiveRows
export type ArchiveRow<Part extends ArchivePart> = z.infer<ArchiveRows[Part]>

export const archiveParts = [
  'organization',
  'members',
  'collections',
  'sources',
  'documents',
  'assistants',
  'deployments',
  'curated_answers',
  'test_questions',
  'visitors',
  'conversations',
  'usage',
  'audit',
] as const satisfies ArchivePart[]

/** `manifest.json`: what the archive holds. Entries that it does not name are refused. */
export const Manifest = z.strictObject({
  format: z.literal(ARCHIVE_FORMAT, { error: `must be ${ARCHIVE_FORMAT}` }),
  version: z.string().max(100),
  exported_at: Timestamp,
  organization: z.strictObject({ slug: z.string().max(200), name: z.string().max(1000) }),
  /** Rows of each part, and files. */
  counts: z.record(z.string(), Count),
  parts: z.array(z.strictObject({ name: z.string().max(200), bytes: Count, sha256: Sha256 })),
})
export type Manifest = z.infer<typeof Manifest>
