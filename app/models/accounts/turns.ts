/** Senders take turns, so many tasks of one hold up no other. */
export class Turns<Task> {
  private readonly tasksBySender = new Map<string, Task[]>();
  size = 0;

  add(sender: string, task: Task): void {
    const tasks = this.tasksBySender.get(sender);
    if (tasks) tasks.push(task);
    else this.tasksBySender.set(sender, [task]);
    this.size += 1;
  }

  takeNext(): Task | undefined {
    const [next] = this.tasksBySender;
    if (!next) return undefined;
    const [sender, [task, ...others]] = next;
    this.tasksBySender.delete(sender);
    if (others.length > 0) this.tasksBySender.set(sender, others);
    this.size -= 1;
    return task;
  }

  /** Removes the last task of who has the most, to make room for `sender`; undefined if that is no fairer. */
  giveUpFor(sender: string): Task | undefined {
    const own = this.tasksBySender.get(sender)?.length ?? 0;
    const [first, ...others] = this.tasksBySender.values();
    const longest = others.reduce((most, tasks) => (tasks.length > most.length ? tasks : most), first ?? []);
    // With one more task, `sender` must not have more than who gives one up.
    if (longest.length < own + 2) return undefined;
    this.size -= 1;
    return longest.pop();
  }
}
