import type { Commit } from '@almanac/event-store';
import { CHAIN_START, Signing } from './signing.ts';

const commit: Commit = {
  position: 1,
  keys: ['venue-1@1', 'once/7'],
  events: [
    { stream: 'venue-1', version: 1, type: 'VenueCreated', data: { name: 'Harbour' } },
    { stream: 'venue-1', version: 2, type: 'VenueChanged', schema: 2, data: { name: 'Pier' } },
  ],
  meta: {
    id: '7',
    at: '2026-01-01T00:00:00.000Z',
    principal: 'user:1',
    language: 'en',
    correlation: 'c',
    causation: 'd',
  },
};

/** The stored form: with another one, every existing signature would count as forged. */
describe('signatures', () => {
  const signing = new Signing('core', Buffer.alloc(32, 7));
  const at = new Date('2026-01-01T00:00:01.000Z');
  const link = signing.next(CHAIN_START, [signing.ofCommit(commit)], at);

  it('have a fixed form', () => {
    expect(link).toEqual({
      n: 1,
      from: 1,
      to: 1,
      at: at.toISOString(),
      digests: ['6j_7bnU7jZ3MCeAzMGemjQ'],
      mac: 'l1UwrXChI7Hd-KPq6KJm3hJvQ6Ct1bTMhW6gezqMiQI',
    });
    expect(signing.ofData(commit.events[0]!)).toBe('ffChTXCUBOcdpaF7NvfwI0');
    const redaction = { position: 1, at: at.toISOString(), before: 'b', after: 'a' };
    expect(signing.redaction(commit.events[0]!, redaction)).toEqual({
      ...redaction,
      mac: 'LpjylhoA7jmgBWCcaQhZ0Z4qDGv4pdsLNGYmwBsnb4c',
    });
  });
});
