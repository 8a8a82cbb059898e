/** Milliseconds of processor time of a task that runs alone, without other work of the machine. */
export async function cpuMsOf(task: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await task();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
