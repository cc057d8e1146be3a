import type { RE2JS } from 're2js';

/** A step of a compiled program, as re2js 2.10 stores it. */
interface Step {
  readonly op: number;
  /** The index of the next step. */
  readonly out: number;
  /** The index of a branch's other step, or the number of a group. */
  readonly arg: number;
  /** The accepted characters; empty for a step that reads none. */
  runes: Int32Array;
  /** The next steps of a branch in a program without alternatives; null for other steps. */
  next: ArrayLike<number> | null;
}

interface Program {
  readonly inst: Step[];
}

/** Maximum number of steps that patterns may share, and of ends of character ranges in one: some megabytes in all. */
const [MAX_SHARED, MAX_RANGES] = [20_000, 16];

/** Steps of earlier patterns by their content. They name others by index and never change. */
const shared = new Map<string, Step>();

/**
 * Makes the steps of a compiled pattern share their equal parts, which re2js creates for each of them: characters, the
 * steps that are the same in the program without alternatives (`onepass`), and whole steps of other patterns. A step
 * takes 64 bytes, and a typed array some 200, even an empty one.
 */
export const shareSteps = (pattern: RE2JS): void => {
  const { prog, onepass }: { readonly prog: Program; readonly onepass: Program | null } = pattern.re2();
  const known = new Map<string, Int32Array>();
  const shareRunes = (step: Step): string => {
    const characters = step.runes.join();
    step.runes = known.getOrInsert(characters, step.runes);
    return characters;
  };
  prog.inst.forEach((step, at) => {
    if (shared.size >= MAX_SHARED) shared.clear();
    const characters = shareRunes(step);
    if (step.runes.length <= MAX_RANGES)
      prog.inst[at] = shared.getOrInsert(`${step.op} ${step.out} ${step.arg} ${characters}`, step);
  });
  onepass?.inst.forEach((branch, at) => {
    const step = prog.inst[at];
    if (step !== undefined && (branch.next === null || step.runes.length > 0)) onepass.inst[at] = step;
    else {
      shareRunes(branch);
      branch.next &&= Array.from(branch.next);
    }
  });
};
