import { systemTime } from '@almanac/messaging';

/** Checks of a process's readiness; each resolves if all is well, and throws the reason if not. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

const TIMEOUT_MS = 2_000;

/** Runs all checks at once; one that exceeds the timeout counts as not ready. */
export const unreadyReasons = async (checks: ReadinessChecks, within = TIMEOUT_MS): Promise<Record<string, string>> => {
  const late = new AbortController();
  const reasons = Object.entries(checks).map(async ([name, check]) => {
    const reason = await Promise.race([
      check().then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
      systemTime.sleep(within, late.signal).then(() => `no answer within ${within} ms`),
    ]);
    return [name, reason] as const;
  });
  const answers = await Promise.all(reasons);
  late.abort();
  return Object.fromEntries(answers.flatMap(([name, reason]) => (reason === undefined ? [] : [[name, reason]])));
};
