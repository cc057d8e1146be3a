/** What runs until it is stopped. */
export interface Stoppable {
  stop(): Promise<void>;
}

/**
 * Puts together what consists of parts that must be ended, each noted on the stack as it is made. When a part cannot be
 * made, those before it are ended; `stop` ends all, the last first.
 */
export const assembled = async <Whole extends object>(
  assemble: (parts: AsyncDisposableStack) => Promise<Whole>,
): Promise<Whole & Stoppable> => {
  const parts = new AsyncDisposableStack();
  try {
    const whole = await assemble(parts);
    const running = parts.move();
    return { ...whole, stop: () => running.disposeAsync() };
  } finally {
    await parts.disposeAsync();
  }
};
