import fc from 'fast-check';
import { imageMeta } from './imageMeta.ts';

const dataSet = (number: number, text: string): Buffer => {
  const bytes = Buffer.from(text);
  const header = Buffer.from([0x1c, 2, number, 0, 0]);
  header.writeUInt16BE(bytes.length, 3);
  return Buffer.concat([header, bytes]);
};

describe('the metadata of a picture', () => {
  it('are the texts that editors wrote into it', () => {
    const iptc = Buffer.concat([
      Buffer.from('Photoshop 3.0\0 8BIM'),
      dataSet(5, 'Object'),
      dataSet(105, 'Headline'),
      dataSet(120, 'The whole caption'),
      dataSet(80, 'Byline'),
      dataSet(116, '© House'),
      dataSet(25, 'pier'),
      dataSet(25, 'dusk'),
      dataSet(55, '20240506'),
      dataSet(60, '070809+0000'),
    ]);
    expect(imageMeta({ iptc })).toMatchObject({
      title: 'Headline',
      caption: 'The whole caption',
      credit: 'Byline',
      copyright: '© House',
      keywords: ['pier', 'dusk'],
      created_timestamp: String(Date.parse('2024-05-06T07:08:09Z') / 1_000),
    });
  });

  it('turn a short caption into the title if there is none', () => {
    expect(imageMeta({ iptc: dataSet(120, 'Short') }).title).toBe('Short');
    expect(imageMeta({ iptc: dataSet(120, 'x'.repeat(80)) }).title).toBe('');
  });

  it('are read as Latin letters if they are not UTF-8', () => {
    expect(imageMeta({ iptc: Buffer.concat([dataSet(5, 'xx').subarray(0, 5), Buffer.from([0xe9, 0x74])]) }).title).toBe(
      'ét',
    );
  });

  it('are empty if the data cannot be read', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 200 }), (a, b) => {
        const exif = Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\x08'), a]);
        const iptc = Buffer.concat([Buffer.from([0x1c, 2]), b]);
        expect(imageMeta({ exif, iptc })).toMatchObject({ aperture: expect.any(String) });
      }),
    );
  });
});
