import { calendarTranslationWritten, coreErased, organizerChanged, userChanged } from '@almanac/contracts';
import { newKey, type SecretKey, secretKey } from '@almanac/secrets';
import type { Delivery } from '../bus.ts';
import { delivery } from '../testing/delivery.ts';
import { createOpening, createSealing, noOpening } from './sealing.ts';

const user = (data: object, more: Partial<Delivery> = {}): Delivery =>
  delivery(1, { type: userChanged.type, key: 'user-7', data: { id: 7, ...data }, ...more });

/** Creates a service with the keys of its persons, and another that requests them. */
const world = () => {
  const keys = new Map<string, SecretKey | null>();
  const asked: string[][] = [];
  const sealing = createSealing(async (persons) => {
    for (const person of persons) if (!keys.has(person)) keys.set(person, secretKey(newKey()));
    return keys;
  });
  const opening = createOpening(async (_owner, persons) => {
    asked.push([...persons]);
    return new Map(
      persons.flatMap((person) => (keys.has(person) ? [[person, keys.get(person) ?? null] as const] : [])),
    );
  });
  return { keys, asked, sealing, opening };
};

const changedIn = (
  sealed: Delivery,
  change: (sealed: { members: Record<string, string>; person: string }) => object,
) => {
  const data = sealed.data as { sealed: { members: Record<string, string>; person: string } };
  return { ...sealed, data: { ...data, sealed: { ...data.sealed, ...change(data.sealed) } } };
};

describe('personal members', () => {
  it('are sealed by the person’s key in an event of another type, and the rest stays unchanged', async () => {
    const { sealing, opening, keys } = world();
    const told = user({ name: 'Ada', slug: 'ada' });
    const sealed = await sealing.seal(told);
    expect(sealed).toEqual({
      ...told,
      type: 'core.user-changed-sealed.v1',
      data: {
        id: 7,
        sealed: {
          person: 'user-7',
          key: keys.get('user-7')?.id,
          members: { name: expect.any(String), slug: expect.any(String) },
        },
      },
    });
    expect(JSON.stringify(sealed)).not.toMatch(/ada/i);
    expect(await opening.open(sealed)).toEqual(told);
    expect(await sealing.seal(sealed)).toEqual(sealed);
  });

  it('are missing in events that carry none, and in those of other sources', async () => {
    const { sealing, opening, keys } = world();
    const organizer = { type: organizerChanged.type, key: 'organizer-3', source: 'calendar' } as const;
    const plain = [
      delivery(1),
      delivery(1, { ...organizer, data: { id: 3, status: 'publish' } }),
      user({ name: undefined }),
    ];
    for (const each of plain) expect([await sealing.seal(each), await opening.open(each)]).toEqual([each, each]);
    expect(keys.size).toBe(0);
  });

  it('are sealed under the key of a version of an organizer, whatever the event’s key', async () => {
    const { sealing, keys } = world();
    const written = (type: string) =>
      delivery(1, {
        type: calendarTranslationWritten.type,
        key: 'translationresult-9',
        data: { id: 12, path: '/fr-ca/organizer/ada/', source: { type, id: 3 } },
      });
    expect((await sealing.seal(written('post_cal_venue'))).type).toBe(calendarTranslationWritten.type);
    expect(JSON.stringify(await sealing.seal(written('post_cal_organizer')))).not.toContain('ada');
    expect([...keys.keys()]).toEqual(['organizer-12']);
  });

  it('open only where they were sealed: in that event, as that member, of that person, unchanged', async () => {
    const { sealing, opening, keys } = world();
    const sealed = await sealing.seal(user({ name: 'Ada', slug: 'ada' }));
    keys.set('user-8', keys.get('user-7') ?? null);
    const name = (sealed.data as { sealed: { members: { name: string } } }).sealed.members.name;
    const moved = [
      changedIn(sealed, ({ members }) => ({ members: { name: members.slug, slug: members.name } })),
      changedIn(sealed, () => ({ person: 'user-8' })),
      { ...sealed, type: 'calendar.organizer-changed-sealed.v1' },
      changedIn(sealed, () => ({ members: { name: `${name.slice(0, -4)}AAAA` } })),
    ];
    for (const each of moved) await expect(opening.open(each)).rejects.toMatchObject({ code: 'contract' });
  });

  it('are null once the key is destroyed, whether they were sealed before or not', async () => {
    const { sealing, opening, keys } = world();
    const before = await sealing.seal(user({ name: 'Ada' }));
    keys.set('user-7', null);
    await sealing.seal(delivery(2, { type: coreErased.type, key: 'user-7', data: { kind: 'user', id: 7 } }));
    const after = await sealing.seal(user({ name: 'Ada', slug: 'ada' }));
    expect(JSON.stringify(after)).not.toMatch(/ada/i);
    expect([(await opening.open(before)).data, (await opening.open(after)).data]).toEqual([
      { id: 7, name: null },
      { id: 7, name: null, slug: null },
    ]);
  });

  it('are lost, not erased, under a key that the owner does not have', async () => {
    const { sealing, opening, keys } = world();
    const sealed = await sealing.seal(user({ name: 'Ada' }));
    keys.set('user-7', secretKey(newKey()));
    await expect(opening.open(sealed)).rejects.toMatchObject({ code: 'personal-members-lost' });
    keys.delete('user-7');
    await expect(world().opening.open(sealed)).rejects.toMatchObject({ code: 'personal-members-lost' });
  });

  it('open with keys that are requested once, together, and forgotten when a person is erased', async () => {
    const { sealing, opening, keys, asked } = world();
    const sealed = await Promise.all([7, 8, 9].map((id) => sealing.seal(user({ name: 'Ada' }, { key: `user-${id}` }))));
    await Promise.all(sealed.map(opening.open));
    await Promise.all(sealed.map(opening.open));
    expect(asked).toEqual([['user-7', 'user-8', 'user-9']]);
    keys.set('user-8', null);
    opening.note(delivery(2, { type: coreErased.type, key: 'user-8', data: { kind: 'user', id: 8 } }));
    expect((await opening.open(sealed[1] as Delivery)).data).toEqual({ id: 7, name: null });
    expect(asked).toHaveLength(2);
  });

  it('are not cached if their person is erased while the key is on its way', async () => {
    const { sealing, keys } = world();
    const sealed = await sealing.seal(user({ name: 'Ada' }));
    const before = new Map(keys);
    const opening = createOpening(async () => {
      const erased = { type: coreErased.type, key: 'user-7', data: { kind: 'user', id: 7 } };
      const isFirst = keys.get('user-7') !== null;
      keys.set('user-7', null);
      if (isFirst) opening.note(delivery(2, erased));
      return isFirst ? before : keys;
    });
    expect((await opening.open(sealed)).data).toEqual({ id: 7, name: 'Ada' });
    expect((await opening.open(sealed)).data).toEqual({ id: 7, name: null });
  });

  it('stay closed if no owner can be asked', async () => {
    const { sealing } = world();
    await expect(noOpening.open(await sealing.seal(user({ name: 'Ada' })))).rejects.toThrow('cannot be opened here');
    await expect(
      world().opening.open(user({ sealed: 'x' }, { type: 'core.user-changed-sealed.v1' })),
    ).rejects.toMatchObject({ code: 'contract' });
  });
});
