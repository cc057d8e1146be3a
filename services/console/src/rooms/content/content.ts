import ArticleIcon from '@mui/icons-material/ArticleOutlined';
import { plainText, postSource, termSource } from '../../form/postSource.ts';
import { termScreens } from '../../form/TermScreens.tsx';
import type { Room } from '../../shell/room.ts';
import { restSource } from '../../shell/source.ts';
import { commentScreens } from './Comments.tsx';
import { MediaEdit, MediaList } from './Media.tsx';
import { menuScreens } from './Menus.tsx';
import { postScreens } from './Posts.tsx';

const POSTS = '/core/v2/posts';
const PAGES = '/core/v2/pages';

export const content: Room = {
  name: 'content',
  label: 'Content',
  icon: ArticleIcon,
  entries: [
    {
      path: 'content/posts',
      label: 'Posts',
      right: 'edit_posts',
      source: postSource(POSTS),
      ...postScreens({ create: 'Write a post', path: POSTS, kind: 'post' }),
    },
    {
      path: 'content/pages',
      label: 'Pages',
      right: 'edit_pages',
      source: postSource(PAGES),
      ...postScreens({ create: 'Write a page', path: PAGES, kind: 'page' }),
    },
    {
      path: 'content/comments',
      label: 'Comments',
      right: 'moderate_comments',
      source: restSource({
        path: '/core/v2/comments',
        query: { context: 'edit' },
        listQuery: { status: 'all' },
        read: (comment) => ({ ...comment, content: comment.content.raw }),
      }),
      ...commentScreens,
    },
    {
      path: 'content/media',
      label: 'Media',
      right: 'upload_files',
      source: postSource('/core/v2/media', { listQuery: {}, removal: { force: true } }),
      list: MediaList,
      edit: MediaEdit,
      representation: 'title',
    },
    {
      path: 'content/categories',
      label: 'Categories',
      right: 'manage_categories',
      source: termSource('/core/v2/categories'),
      ...termScreens({ create: 'Add a category', isTree: true, kind: 'category', hasCountOrder: true }),
    },
    {
      path: 'content/tags',
      label: 'Tags',
      right: 'manage_categories',
      source: termSource('/core/v2/tags'),
      ...termScreens({ create: 'Add a tag', isTree: false, kind: 'tag', hasCountOrder: true }),
    },
    {
      path: 'content/menus',
      label: 'Menus',
      right: 'manage_options',
      source: restSource({
        path: '/core/v2/menus',
        query: { context: 'edit' },
        read: (menu) => ({ ...menu, name: plainText(menu.name) }),
        removal: { force: true },
      }),
      ...menuScreens,
    },
  ],
};
