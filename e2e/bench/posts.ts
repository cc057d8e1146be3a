import sharp from 'sharp';
import { credentials, type SiteProcess, startSite } from '../site.ts';
import { ask, fill, post } from './client.ts';
import { benchReads, benchWrites } from './loads.ts';
import { median } from './measure.ts';
import { ms, report, section } from './report.ts';

const POSTS = '/core/v2/posts';
const BATCH = 25;
const REVISIONS = 1_000;
const WORDS = ['harbour', 'market', 'concert', 'library', 'river', 'garden', 'museum', 'choir', 'workshop', 'walk'];

const bodyOf = (turn: number) => ({
  title: `${WORDS[turn % WORDS.length]} news ${turn}`,
  content: `Number ${turn}. ${'Neighbours met and talked about it at length. '.repeat(12)}${WORDS[(turn * 7) % WORDS.length]}`,
  status: 'publish',
});

const create = (site: SiteProcess, turn: number): Promise<string> => post(site, POSTS, bodyOf(turn));

const time = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** Compares a batch of creations with the same number of single ones, one after another. */
const benchBatch = async (site: SiteProcess): Promise<void> => {
  let turn = 5_000_000;
  const { single, together, ratio } = await median(
    5,
    (run) => run.ratio,
    async () => {
      const one = await time(async () => {
        for (let n = 0; n < BATCH; n++) await create(site, turn++);
      });
      const requests = Array.from({ length: BATCH }, () => ({ path: POSTS, body: bodyOf(turn++) }));
      const all = await time(() => post(site, '/batch/v1', { requests }, 207));
      return { single: one, together: all, ratio: all / one };
    },
  );
  report({
    what: `a batch of ${BATCH} creates`,
    figure: ms(together),
    against: `${BATCH} single creates one after another ${ms(single)}`,
    ratio,
    goal: '≤ 0.40',
    reached: ratio <= 0.4,
  });
};

/** Measures a post with a long stream: reading and changing it must not slow down with its history. */
const benchRevisions = async (site: SiteProcess): Promise<void> => {
  const { id } = JSON.parse(await create(site, 1)) as { id: number };
  const change = (turn: number) => post(site, `${POSTS}/${id}`, { title: `Version ${turn}` }, 200);
  const first = await time(async () => {
    for (let turn = 0; turn < 50; turn++) await change(turn);
  });
  for (let turn = 50; turn < REVISIONS; turn++) await change(turn);
  const last = await time(async () => {
    for (let turn = 0; turn < 50; turn++) await change(turn + REVISIONS);
  });
  report({
    what: `a change of a post with ${REVISIONS.toLocaleString('en-US')} revisions`,
    figure: ms(last / 50),
    against: `of one with 50 ${ms(first / 50)}`,
    ratio: last / first,
  });
  const page = await time(() =>
    ask(`${site.root}${POSTS}/${id}/revisions?per_page=10`, { headers: { authorization: credentials('admin') } }),
  );
  report({ what: 'ten of its revisions', figure: ms(page) });
};

const benchUpload = async (site: SiteProcess): Promise<void> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const picture = await sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#456', noise } })
    .jpeg()
    .toBuffer();
  const upload = (turn: number) =>
    ask(`${site.root}/core/v2/media`, {
      method: 'POST',
      status: 201,
      headers: {
        authorization: credentials('admin'),
        'content-type': 'image/jpeg',
        'content-disposition': `attachment; filename="picture-${turn}.jpg"`,
      },
      body: picture,
    });
  let turn = 0;
  const took = await median(
    5,
    (value) => value,
    () => time(() => upload(turn++)),
  );
  report({
    what: `an upload of 1600×900 (${Math.round(picture.length / 1_024)} KB) with its renditions`,
    figure: ms(took),
  });
};

/** Measures posts, batches, revisions and uploads through the gateway of a whole site on disk. */
export const benchPosts = async (folder: string): Promise<void> => {
  section('Posts through the gateway of a site on disk (one process, durability full)');
  const site = await startSite({ DATA: folder, LOG_LEVEL: 'error' });
  try {
    await fill(0, 20_000, (turn) => create(site, turn));
    await benchReads('list of ten at 20,000 posts', `${site.root}${POSTS}`);
    await benchReads('search for a word of one post in ten', `${site.root}${POSTS}?search=museum`);
    await benchReads('search for two words, by relevance', `${site.root}${POSTS}?search=river+news&orderby=relevance`);
    await benchReads('search for a rare word', `${site.root}${POSTS}?search=12345`);
    await benchWrites('create a post', (turn) => create(site, turn));
    await benchBatch(site);
    await benchRevisions(site);
    await benchUpload(site);
  } finally {
    await site.stop();
  }
};
