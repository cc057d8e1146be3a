import fc, { type Arbitrary } from 'fast-check';
import type { PathPart } from './declaredRoutes.ts';
import { placeholders } from './knownRecords.ts';

const captured: Readonly<Record<string, Arbitrary<string>>> = {
  id: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...placeholders.id) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }).map(String) },
  ),
  slug: fc.constantFrom(...placeholders.slug, 'harbour', '%C3%89t%C3%A9'),
  uuid: fc.uuid(),
  type: fc.constantFrom('post', 'attachment', 'cal_event'),
  status: fc.constantFrom('publish', 'draft', 'trash'),
  taxonomy: fc.constantFrom('category', 'post_tag'),
  user_id: fc.constantFrom('me', '2', '3', '5', '7'),
};
const oddCaptures = fc.constantFrom(
  '0',
  '00',
  '-1',
  '1.5',
  '99999999999999999999',
  '9'.repeat(400),
  '9007199254740993',
  'abc',
  '..',
  '.',
  '%2e%2e',
  '%00',
  '%',
  '%zz',
  '%F0%28',
  '%ED%A0%80',
  '%2F',
  '%5C',
  '__proto__',
  'constructor',
  '1%20',
  '+1',
  '\xc3\xa9',
  '1;x',
  '',
);
const capture = (name: string): Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: captured[name] ?? (captured.id as Arbitrary<string>) },
    { weight: 1, arbitrary: oddCaptures },
  );

/** Generates paths of a route; most captures name an existing record. */
export const pathOf = (parts: readonly PathPart[]): Arbitrary<string> =>
  fc
    .tuple(...parts.map((part) => ('literal' in part ? fc.constant(part.literal) : capture(part.capture))))
    .map((all) => all.join(''));
