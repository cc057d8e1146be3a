import { inListsOf } from '@almanac/content-model';
import { listPlansContract } from '@almanac/documents/list-plans-contract';
import { coreUnderTest } from '../testing.contract.ts';
import { listedPosts, posts } from './post.ts';

const { languages } = coreUnderTest();

describe('the lists of posts in SQLite', () => {
  listPlansContract(
    ['en', 'fr-ca'].map((language) => ({
      what: `posts in ${language}`,
      collection: posts,
      body: { status: 'publish', language: 'en', languages: ['en', 'fr-ca'], date: '2031-01-01 00:00:00' },
      query: {
        filter: { all: [inListsOf(listedPosts, language, languages), { field: 'status', equals: 'publish' }] },
        order: [{ field: 'date', direction: 'desc' }],
      },
    })),
  );
});
