import { recordVersion } from '@almanac/event-sourcing';
import { userId } from '@almanac/identity';
import { type RestRequest, type Route, route, text } from '@almanac/rest';
import { z } from 'zod';
import type { Guestbook } from '../guestbook.ts';
import { type Author, authors, type Signature, signature, signatures } from './signature.ts';

const NAMESPACE = 'guestbook/v1';
const PATH = '/signatures';
const LATEST = 20;
const LONGEST = 500;

const schema = z
  .strictObject({ id: z.int(), author: z.int(), name: z.string(), text: z.string() })
  .meta({ id: 'GuestbookSignature' });

/** `GET` and `POST /guestbook/v1/signatures`. */
export const signatureRoutes = (guestbook: Guestbook): Route[] => [listRoute(guestbook), signRoute(guestbook)];

const listRoute = ({ documents, waitForCopies }: Guestbook): Route =>
  route({
    namespace: NAMESPACE,
    path: PATH,
    methods: ['GET'],
    summary: 'The latest signatures.',
    args: {},
    answers: { 200: z.array(schema) },
    handle: async (request) => {
      await waitForCopies(request);
      const order = [{ field: 'id', direction: 'desc' }] as const;
      const found = await documents.find<Signature>(signatures, { order, limit: LATEST });
      return { body: await Promise.all(found.map((state) => viewOf(documents, state))) };
    },
  });

const signRoute = (guestbook: Guestbook): Route =>
  route({
    namespace: NAMESPACE,
    path: PATH,
    methods: ['POST'],
    summary: 'Signs the guest book.',
    args: { text: text({ required: true, nonEmpty: true, maxLength: LONGEST, description: 'What to write into it.' }) },
    answers: { 201: schema, 409: ['guestbook_signed_already'] },
    permission: ({ principal }) => principal.kind === 'user',
    handle: async (request) => {
      const { args, principal, context, commands } = request;
      const author = userId(principal);
      const id = await guestbook.numbers.next('records');
      const { result } = await commands.run(context, (unit) =>
        unit.decide(signature, author, { id, author, text: args.text }, undefined),
      );
      return signed(guestbook, result);
    },
    recover: async (request) => signed(guestbook, await ownSignature(guestbook, request)),
  });

const ownSignature = async ({ documents }: Guestbook, { principal }: Pick<RestRequest, 'principal'>) =>
  (await documents.get<Signature>(signatures, userId(principal)))?.body as Signature;

const signed = async ({ documents }: Guestbook, state: Signature) => ({
  status: 201,
  body: await viewOf(documents, state),
  version: recordVersion(signature, { id: state.author, version: state.version }),
});

const viewOf = async (documents: Guestbook['documents'], { id, author, text }: Signature) => {
  const known = await documents.get<Author>(authors, author);
  return { id, author, name: known?.body?.name ?? '', text };
};
