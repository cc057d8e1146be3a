import { type ChosenMachine, chosenMachine } from '@almanac/engine/protocol';
import { InvalidParamsError, invalid, invalidParams, missingParams } from '@almanac/rest';
import { translationErrors } from '../errors.ts';

export const engineMessages = {
  noList: '{name} is no list of engines.',
  entry: 'An engine has its name, whether it is enabled, and formalities that are default, formal or informal.',
  twice: 'An engine is named twice.',
  none: 'No engine is enabled.',
  unknown: 'An engine is named that there is not.',
} as const;

/** @throws DomainError 422 with the reason in `data.params.list` */
export const invalidEngines = (reason: string): InvalidParamsError =>
  new InvalidParamsError(
    [{ arg: 'list', name: 'list', reason: invalid(reason) }],
    translationErrors.invalidEngines.definition,
  );

/**
 * Reads the engines in the order of the request. The account checks whether they exist.
 * @throws DomainError 400 if it is not a list, 422 for an invalid list
 */
export const readEngines = (list: unknown): readonly ChosenMachine[] => {
  if (list === undefined || list === null) throw missingParams(['list']);
  if (!Array.isArray(list)) throw invalidParams({ list: engineMessages.noList });
  const parsed = chosenMachine.array().min(1).max(50).safeParse(list);
  if (!parsed.success) throw invalidEngines(engineMessages.entry);
  const names = parsed.data.map(({ engine }) => engine);
  if (new Set(names).size < names.length) throw invalidEngines(engineMessages.twice);
  if (!parsed.data.some(({ enabled }) => enabled)) throw invalidEngines(engineMessages.none);
  return parsed.data;
};
