/** Counts the turns of the event loop that others have while work runs. */
export const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let [turns, isOver] = [0, false];
  const others = (): void => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await work();
  isOver = true;
  return turns;
};

/** Makes each step of work take 20 ms by the clock, until `jest.restoreAllMocks()`. */
export const slowSteps = (): void => {
  let clock = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => {
    clock += 20;
    return clock;
  });
};
