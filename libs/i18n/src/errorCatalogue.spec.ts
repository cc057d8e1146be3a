import { defineErrors } from './errorCatalogue.ts';

const errors = defineErrors({
  unknownVenue: {
    code: 'venue_not_found',
    status: 404,
    message: 'There is no venue {id}.',
    remedy: 'List the venues to see their ids.',
  },
  venueInUse: {
    code: 'venue_in_use',
    status: 409,
    message: 'The venue is in use.',
    remedy: 'Remove its events first.',
  },
});

describe('an error catalogue', () => {
  it('creates an error with code, status, message and remedy of its definition', () => {
    const error = errors.unknownVenue({ params: { id: 7 } });
    expect(error).toMatchObject({ code: 'venue_not_found', status: 404, message: 'There is no venue {id}.' });
    expect(error).toMatchObject({ params: { id: 7 }, data: {}, remedy: 'List the venues to see their ids.' });
  });

  it('adds data and cause to an error', () => {
    const cause = new Error('disk');
    expect(errors.venueInUse({ data: { events: 2 }, cause })).toMatchObject({ data: { events: 2 }, cause });
  });

  it('creates an error with another status than that of its definition', () => {
    expect(errors.venueInUse({ status: 401 }).status).toBe(401);
  });

  it('recognises an error by its code', () => {
    expect(errors.venueInUse.matches(errors.venueInUse())).toBe(true);
    expect(errors.venueInUse.matches(errors.unknownVenue({ params: { id: 7 } }))).toBe(false);
    expect(errors.venueInUse.matches(undefined)).toBe(false);
  });

  it('shows the definition of each error', () => {
    expect(errors.venueInUse.definition.code).toBe('venue_in_use');
  });

  it('rejects missing params when the sources are type-checked', () => {
    // @ts-expect-error the message has a placeholder
    expect(() => errors.unknownVenue({})).not.toThrow();
  });
});
