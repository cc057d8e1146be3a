"""Reads lists of a site with the library wordpress-client; prints what each call returned."""

import json
import sys

from wordpress_client.client import WordPressClient

origin = sys.argv[1]
client = WordPressClient(origin)
(found,) = [post for post in client.get_recent_posts(100) if post.post_title == 'Harbour']
category = [each for each in client.get_categories() if each.name == 'Town news'][0]
day = found.post_date[:10]


def titles(posts):
    return [post.post_title for post in posts]


print(
    json.dumps(
        {
            'post': [found.post_url, found.post_content, found.status, found.author_id],
            'terms': [found.categories == [category.id], [tag.name for tag in client.get_tags() if tag.id in found.tags]],
            'category': [category.slug, category.count, titles(client.get_posts_by_category(category.id))],
            'day': 'Harbour' in titles(client.get_posts_by_date_range(day, day, category.id, 100)),
            'author': 'Harbour' in titles(client.get_posts_by_author(found.author_id, 100)),
            'comments': [[each.author_name, each.content] for each in client.get_comments_by_post(found.id)],
            'ordered': titles(client.get_posts_from_wordpress(str(category.id), 1, 'asc')),
        }
    )
)
