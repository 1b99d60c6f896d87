import { expect, test } from 'vitest'
import { encoderNetwork, encoderSettings } from '../../server/models/local/encoder-files.ts'
import { kindOf } from '../../server/models/local/local-model.ts'
import { readSentenceEncoder } from '../../server/models/local/sentence-encoder.ts'
import { tinyModel } from './tiny-model.ts'

const MEAN = { word_embedding_dimension: 384, pooling_mode_mean_tokens: true }

function encoder(files: Record<string, unknown> = {}): string {
  const all = { '1_Pooling/config.json': MEAN, 'onnx/model.onnx': 'network', ...files }
  const texts = Object.entries(all).map(([path, content]) => [
    path,
    typeof content === 'string' || content === null ? content : JSON.stringify(content),
  ])
  return tinyModel({ 'model.safetensors': null, ...Object.fromEntries(texts) })
}

test('a folder with a network is a sentence encoder, whatever else it holds', () => {
  expect(kindOf(encoder())).toEqual({ kind: 'encoder', dimensions: 384 })
  expect(kindOf(tinyModel())).toEqual({ kind: 'static', dimensions: 8 })
})

test('its files say how a text becomes a vector', () => {
  expect(encoderSettings(encoder())).toEqual({
    dimensions: 384,
    pooling: 'mean',
    maxTokens: 512,
    prompts: { question: '', passage: '' },
  })
  const told = encoder({
    '1_Pooling/config.json': { embedding_dimension: 256, pooling_mode: 'cls' },
    'sentence_bert_config.json': { max_seq_length: 128 },
    'config_sentence_transformers.json': { prompts: { query: 'query: ', document: 'passage: ' } },
  })
  expect(encoderSettings(told)).toEqual({
    dimensions: 256,
    pooling: 'cls',
    maxTokens: 128,
    prompts: { question: 'query: ', passage: 'passage: ' },
  })
})

test('the only variant of a network is taken, and of several none', () => {
  const files = { 'onnx/model.onnx': null, 'onnx/model_qint8_avx2.onnx': 'network' }

  expect(encoderNetwork(encoder(files))).toBe('onnx/model_qint8_avx2.onnx')
  expect(() => encoderNetwork(encoder({ ...files, 'onnx/model_O3.onnx': 'network' }))).toThrow(
    'it has several networks; leave one of onnx/model_O3.onnx, onnx/model_qint8_avx2.onnx.',
  )
})

test.each([
  [{ '1_Pooling/config.json': null }, '1_Pooling/config.json is missing.'],
  [
    { '1_Pooling/config.json': { ...MEAN, pooling_mode: 'lasttoken' } },
    '1_Pooling/config.json must name the mean or the first token, and a width.',
  ],
  [
    { 'modules.json': [{ type: 'sentence_transformers.models.Dense' }] },
    'modules.json names sentence_transformers.models.Dense, which is not known.',
  ],
  [{ 'modules.json': '[' }, 'modules.json is damaged, or of a kind that is not known.'],
  [{ 'tokenizer.json': '{' }, 'tokenizer.json is damaged, or of a kind that is not known.'],
  [{}, 'run "npm install --onnxruntime-node-install=skip onnxruntime-node"'],
])('an encoder with %j is refused in one sentence', async (files, message) => {
  await expect(readSentenceEncoder(encoder(files))).rejects.toThrow(message)
})
