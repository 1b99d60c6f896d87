/** What is told of a document whose newest version was being read when the process died. */
export const INTERRUPTED = {
  error_code: 'interrupted',
  error_message:
    'The service stopped while it was reading this document. It is read again by itself.',
} as const
