import { missingSizes } from './mediaDetails.ts';
import type { Medium } from './medium.ts';

const medium = (more: object) => ({ kind: 'image', sizes: {}, file: { width: 400, height: 300 }, ...more }) as Medium;

describe('the sizes that a medium lacks', () => {
  it('are those that a picture of its sides should have and has not', () => {
    expect(missingSizes(medium({}))).toEqual(['medium', 'thumbnail']);
    expect(missingSizes(medium({ sizes: { medium: {} } }))).toEqual(['thumbnail']);
  });

  it.each([{ kind: 'file' }, { file: { width: 400 } }, { file: { height: 300 } }, { file: {} }])(
    'are none where it is no picture, or its sides are not known: %j',
    (more) => {
      expect(missingSizes(medium(more))).toEqual([]);
    },
  );
});
