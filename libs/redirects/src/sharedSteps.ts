import type { RE2JS } from 're2js';

/** A step of a compiled program, as re2js 2.10 stores it. */
interface Step {
  /** The accepted characters; empty for a step that reads none. */
  runes: Int32Array;
  /** The next steps of a branch in a program without alternatives; null for other steps. */
  next: ArrayLike<number> | null;
}

interface Program {
  readonly inst: Step[];
}

/**
 * Makes the steps of a compiled pattern share their equal parts, which re2js creates for each of them: characters, and
 * the steps that are the same in the program without alternatives (`onepass`). A typed array takes some 200 bytes, even
 * an empty one.
 */
export const shareSteps = (pattern: RE2JS): void => {
  const { prog, onepass }: { readonly prog: Program; readonly onepass: Program | null } = pattern.re2();
  const known = new Map<string, Int32Array>();
  const share = (step: Step): void => {
    step.runes = known.getOrInsert(step.runes.join(), step.runes);
  };
  prog.inst.forEach(share);
  onepass?.inst.forEach((branch, at) => {
    const step = prog.inst[at];
    if (step !== undefined && (branch.next === null || step.runes.length > 0)) onepass.inst[at] = step;
    else {
      share(branch);
      branch.next &&= Array.from(branch.next);
    }
  });
};
