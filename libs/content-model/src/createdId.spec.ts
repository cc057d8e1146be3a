import { createdId } from './createdId.ts';

describe('the id of the record that a commit created', () => {
  const event = (type: string, stream: string) => ({ type, stream, version: 1 });
  const commit = {
    position: 5,
    events: [event('ThingCreated', 'thing-7'), event('PartCreated', 'part-9'), event('ThingCreated', 'thing-8')],
  };

  it('is that of the last event of its type, since inline records come first', () => {
    expect(createdId(commit, 'ThingCreated')).toBe(8);
  });

  it('is refused with 422 for a commit that created no such record', () => {
    expect(() => createdId(commit, 'EventCreated')).toThrow(
      expect.objectContaining({ code: 'rest_idempotency_key_reused', status: 422 }),
    );
  });
});
