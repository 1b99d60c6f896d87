/** Tasks that wait, by job. Jobs take turns, task by task, in the order in which they came. */
export interface Turns<Task extends { job: string }> {
  add(task: Task): void
  /** Takes the task whose turn it is, if it fits; none of another job goes before it. */
  take(fits: (task: Task) => boolean): Task | undefined
  /** Removes and returns every task that matches. */
  remove(isUnwanted: (task: Task) => boolean): Task[]
}

export function createTurns<Task extends { job: string }>(): Turns<Task> {
  const waiting = new Map<string, Task[]>()

  return {
    add(task) {
      const tasks = waiting.get(task.job)
      if (tasks) tasks.push(task)
      else waiting.set(task.job, [task])
    },

    take(fits) {
      const [next] = waiting
      const [job, [task, ...behind]] = next ?? ['', []]
      if (!task || !fits(task)) return undefined
      // A map keeps the order of insertion: the job goes to the end of it.
      waiting.delete(job)
      if (behind.length > 0) waiting.set(job, behind)
      return task
    },

    remove(isUnwanted) {
      const removed: Task[] = []
      for (const [job, tasks] of waiting) {
        const kept = tasks.filter((task) => !isUnwanted(task))
        removed.push(...tasks.filter(isUnwanted))
        if (kept.length > 0) waiting.set(job, kept)
        else waiting.delete(job)
      }
      return removed
    },
  }
}
