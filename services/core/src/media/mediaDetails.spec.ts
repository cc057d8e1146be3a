import { missingSizes } from './mediaDetails.ts';
import type { Medium } from './medium.ts';

const medium = (more: object) => ({ kind: 'image', sizes: {}, file: { width: 400, height: 300 }, ...more }) as Medium;

describe('the missing sizes of a medium', () => {
  it('are those that a picture of its size should have and has not', () => {
    expect(missingSizes(medium({}))).toEqual(['medium', 'thumbnail']);
    expect(missingSizes(medium({ sizes: { medium: {} } }))).toEqual(['thumbnail']);
  });

  it.each([{ kind: 'file' }, { file: { width: 400 } }, { file: { height: 300 } }, { file: {} }])(
    'are none if it is not a picture, or its size is unknown: %j',
    (more) => {
      expect(missingSizes(medium(more))).toEqual([]);
    },
  );
});
