import { z } from 'zod';
import { type Arg, invalid } from './arg.ts';
import { anything } from './args.ts';
import { messages } from './messages.ts';

type ContractArgs<Shape extends z.ZodRawShape> = { readonly [Name in keyof Shape]: Arg<z.output<Shape[Name]>, true> };

const argOf = (member: z.core.$ZodType): Arg => {
  const absent = z.safeParse(member, undefined);
  const description = z.globalRegistry.get(member)?.description;
  return anything({
    required: !absent.success,
    ...(absent.success && absent.data !== undefined && { default: absent.data }),
    ...(description !== undefined && { description }),
    onNull: 'accept',
    parse: (value) => {
      const parsed = z.safeParse(member, value);
      return parsed.success ? parsed.data : invalid(messages.noMatch);
    },
  });
};

/** Returns the members of an internal request as arguments of its route, checked by their contract. */
export const contractArgs = <Shape extends z.ZodRawShape>({
  request,
}: {
  readonly request: z.ZodObject<Shape>;
}): ContractArgs<Shape> =>
  // Object.fromEntries loses the names' types
  Object.fromEntries(
    Object.entries(request.shape).map(([name, member]) => [name, argOf(member)]),
  ) as ContractArgs<Shape>;
