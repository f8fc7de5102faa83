#!/bin/sh
# The four endpoints with nothing but curl. The server prints a key at its first start:
#   TOOLS_API_KEY=tk_live_… sh examples/curl.sh examples/photo.jpg
set -eu
url=${TOOLS_API_URL:-http://127.0.0.1:3000}
auth="Authorization: Bearer $TOOLS_API_KEY"
json='Content-Type: application/json'

echo 'Sentiment and keywords of a sentence:'
curl -sS --fail-with-body "$url/v1/tools/text-analyzer" -H "$auth" -H "$json" \
  -d '{"text": "The new engine is not bad at all.", "analysis_type": "sentiment,keywords"}'

echo
echo 'Convert an image to WebP, into image.webp:'
printf '{"image": "%s", "format": "webp", "quality": 75}' "$(base64 <"$1" | tr -d '\n')" |
  curl -sS --fail-with-body "$url/v1/tools/image-converter" -H "$auth" -H "$json" -H 'Accept: image/*' \
    -d @- -o "${2:-image.webp}"

echo 'Usage by day:'
curl -sS --fail-with-body "$url/v1/analytics/usage?granularity=day" -H "$auth"

echo
echo 'Account, plan and allowance:'
curl -sS --fail-with-body "$url/v1/user/profile?include_stats=true" -H "$auth"
echo
