/** A running part that can be stopped. */
export interface Stoppable {
  stop(): Promise<void>;
}

/**
 * Creates a whole from parts; `assemble` puts each part on the stack. If a part fails, the earlier parts are stopped.
 * `stop` stops all parts in reverse order.
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
