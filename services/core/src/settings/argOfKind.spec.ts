import { InvalidParamsError, readArgs } from '@almanac/rest';
import { z } from 'zod';
import { argOfKind } from './argOfKind.ts';

const taken = (kind: z.ZodType, value: unknown) => {
  try {
    return readArgs({ setting: argOfKind(kind) }, [{ setting: value }]).args.setting;
  } catch (error) {
    if (!(error instanceof InvalidParamsError)) throw error;
    return undefined;
  }
};

describe('the argument of a setting', () => {
  it.each([
    ['a whole number', z.int().min(1).max(9), ['3', 3], [0, 10, 1.5, 'many']],
    ['yes or no', z.boolean(), ['1', true], ['perhaps', 2]],
    ['one of several words', z.enum(['open', 'closed']), ['open', 'open'], ['ajar', 7]],
    ['a text', z.string().min(2).max(12), ['<b>Quay</b>', 'Quay'], ['<b>Q</b>', 'Harbour master', 7]],
    ['a text with a rule of its own', z.string().refine((text) => text !== 'Pier'), ['Quay', 'Quay'], ['Pier']],
    ['an object', z.object({ hour: z.int() }), [{ hour: 3 }, { hour: 3 }], [{ hour: 'x' }, 3]],
  ] as const)('accepts %s and no other values', (_name, kind, [sent, value], others) => {
    expect(taken(kind, sent)).toEqual(value);
    expect(others.map((other) => taken(kind, other))).toEqual(others.map(() => undefined));
  });

  it('is described with the kind’s description and rules', () => {
    const { words } = argOfKind(z.int().min(1).max(9).meta({ description: 'How many.' }));
    expect(words).toMatchObject({ type: 'integer', minimum: 1, maximum: 9, description: 'How many.' });
    const object = argOfKind(z.object({ hour: z.int() }).meta({ description: 'Limits.' }));
    expect(object.words).toMatchObject({ type: 'object', description: 'Limits.', properties: { hour: {} } });
  });

  it('accepts null, which stands for the default', () => {
    for (const kind of [z.int(), z.boolean(), z.string(), z.object({})]) {
      expect(argOfKind(kind).schema().safeParse(null)).toMatchObject({ success: true, data: null });
    }
  });
});
