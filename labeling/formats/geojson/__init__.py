"""GeoJSON (RFC 7946): regions of maps as features in degrees, beside their exact pixels."""
