import type { z } from 'zod';
import { type Arg, invalid } from './arg.ts';
import { anything } from './args.ts';
import { messages } from './messages.ts';

type ContractArgs<Shape extends z.ZodRawShape> = { readonly [Name in keyof Shape]: Arg<z.output<Shape[Name]>, true> };

const argOf = (member: z.ZodType): Arg => {
  const absent = member.safeParse(undefined);
  const { description } = member;
  return anything({
    required: !absent.success,
    ...(absent.success && absent.data !== undefined && { default: absent.data }),
    ...(description !== undefined && { description }),
    onNull: 'accept',
    parse: (value) => {
      const parsed = member.safeParse(value);
      return parsed.success ? parsed.data : invalid(messages.noMatch);
    },
  });
};

/** The members of an internal request as arguments of the route that answers it, checked by their contract. */
export const contractArgs = <Shape extends z.ZodRawShape>({
  request,
}: {
  readonly request: z.ZodObject<Shape>;
}): ContractArgs<Shape> =>
  Object.fromEntries(
    Object.entries(request.shape).map(([name, member]) => [name, argOf(member as unknown as z.ZodType)]),
  ) as unknown as ContractArgs<Shape>;
