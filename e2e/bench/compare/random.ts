/** Returns a function that gives the same numbers from 0 up to but not including 1 in each run. */
export const createRandom = (): (() => number) => {
  let state = 7;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};
