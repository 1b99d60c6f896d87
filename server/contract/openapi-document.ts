import type { JsonSchema } from './json-schema.ts'

export interface MediaType {
  schema: JsonSchema
  example?: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface Response {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Record<string, MediaType>
}

export interface Reference {
  $ref: string
}

export interface DescribedOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  /** The rules of the operation in the behaviour page. */
  externalDocs: { description: string; url: string }
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, MediaType> }
  responses: Record<string, Response | Reference>
}

/** The part of an OpenAPI 3.1 document that is used. */
export interface OpenApi {
  openapi: '3.1.1'
  jsonSchemaDialect: string
  info: { title: string; version: string; description: string }
  servers: { url: string; description: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Response>
    securitySchemes: Record<string, Record<string, string>>
  }
}
