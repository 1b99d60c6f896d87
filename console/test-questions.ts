import type { CreateTestQuestion, TestQuestion } from '../server/contract/test-question.ts'
import { refresh, send } from './cache.ts'

/** Keeps a question with an assistant. Throws `Failure`. */
export async function keepQuestion(
  assistant_id: string,
  body: CreateTestQuestion,
): Promise<TestQuestion> {
  const kept = await send('createTestQuestion', { params: { assistant_id }, body })
  refresh('listTestQuestions')
  return kept
}

/** Removes a kept question. Throws `Failure`. */
export async function removeQuestion(assistant_id: string, test_question_id: string) {
  await send('deleteTestQuestion', { params: { assistant_id, test_question_id } })
  refresh('listTestQuestions')
}

/** Asks all kept questions again, in the background. Throws `Failure`. */
export async function startRun(assistant_id: string): Promise<void> {
  await send('startTestRun', { params: { assistant_id } })
  refresh('getLatestTestRun')
}
