import type { z } from 'zod';
import { type Arg, Invalid, wrongType } from './arg.ts';

/** A refused value: its argument, its place in it (`terms[0][id]`), and the reason. */
export interface Refusal {
  readonly arg: string;
  readonly name: string;
  readonly reason: Invalid;
  /** True if the argument refuses with its own code, and names argument and reason in `data`. */
  readonly own?: true;
}

/**
 * Converts zod's issues with an argument's value to the texts and codes of docs/interface/server.md §6.2.
 * @param code the argument's own, instead of those
 */
export const refusalsOf = (arg: string, error: z.ZodError, code?: string): Refusal[] =>
  error.issues.map((issue) => {
    const name = arg + issue.path.map((part) => `[${String(part)}]`).join('');
    return { ...refusalOf(arg, reasonOf(issue), code), name };
  });

/** Returns the refusal of an argument's whole value; a code replaces that of the reason. */
export const refusalOf = (arg: string, reason: Invalid, code?: string): Refusal =>
  code === undefined
    ? { arg, name: arg, reason }
    : { arg, name: arg, reason: new Invalid(reason.message, code, reason.params, reason.data), own: true };

const reasonOf = (issue: z.core.$ZodIssue): Invalid => {
  const given = issue.code === 'custom' ? issue.params?.refusal : undefined;
  if (given instanceof Invalid) return given;
  const expected = issue.code === 'invalid_type' ? issue.expected : 'valid';
  return wrongType(expected === 'record' ? 'object' : expected);
};

/** Returns the refusal of null by an argument that does not accept it. */
export const refusalOfNull = (arg: string, declared: Arg): Refusal => ({
  arg,
  name: arg,
  reason: wrongType([declared.words.type ?? 'valid'].flat().join(', ')),
});
