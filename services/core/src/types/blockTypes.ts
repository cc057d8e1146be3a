/** A block type of the editor, named in the namespace `core`. */
export interface BlockType {
  readonly name: string;
  readonly title: string;
  readonly category: 'text' | 'media' | 'design' | 'widgets' | 'embed';
  /** True if the site renders the block, not its stored HTML. */
  readonly isDynamic?: true;
  /** Names of the blocks that may contain it; any block by default. */
  readonly parent?: readonly string[];
}

/** Blocks whose markup the site shows, in the order of answers. */
export const blockTypes: readonly BlockType[] = [
  { name: 'core/archives', title: 'Archives', category: 'widgets', isDynamic: true },
  { name: 'core/audio', title: 'Audio', category: 'media' },
  { name: 'core/button', title: 'Button', category: 'design', parent: ['core/buttons'] },
  { name: 'core/buttons', title: 'Buttons', category: 'design' },
  { name: 'core/code', title: 'Code', category: 'text' },
  { name: 'core/column', title: 'Column', category: 'design', parent: ['core/columns'] },
  { name: 'core/columns', title: 'Columns', category: 'design' },
  { name: 'core/embed', title: 'Embed', category: 'embed' },
  { name: 'core/file', title: 'File', category: 'media' },
  { name: 'core/gallery', title: 'Gallery', category: 'media' },
  { name: 'core/group', title: 'Group', category: 'design' },
  { name: 'core/heading', title: 'Heading', category: 'text' },
  { name: 'core/html', title: 'Custom HTML', category: 'widgets' },
  { name: 'core/image', title: 'Image', category: 'media' },
  { name: 'core/list', title: 'List', category: 'text' },
  { name: 'core/list-item', title: 'List item', category: 'text', parent: ['core/list'] },
  { name: 'core/media-text', title: 'Media and text', category: 'media' },
  { name: 'core/more', title: 'Read more', category: 'design' },
  { name: 'core/paragraph', title: 'Paragraph', category: 'text' },
  { name: 'core/preformatted', title: 'Preformatted text', category: 'text' },
  { name: 'core/pullquote', title: 'Pull quote', category: 'text' },
  { name: 'core/quote', title: 'Quote', category: 'text' },
  { name: 'core/separator', title: 'Separator', category: 'design' },
  { name: 'core/spacer', title: 'Spacer', category: 'design' },
  { name: 'core/table', title: 'Table', category: 'text' },
  { name: 'core/verse', title: 'Verse', category: 'text' },
  { name: 'core/video', title: 'Video', category: 'media' },
];
