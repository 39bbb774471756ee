"""Label Studio configurations keep their names, and lose nothing silently."""

import pytest

from labeling.ontology import OntologyError, parse_ontology
from labeling.ontology.readers import read_ontology


def read(inner):
    result = read_ontology(f"<View>{inner}</View>")
    assert result.source == "label_studio"
    return parse_ontology(result.document), {item.what: item.why for item in result.dropped}


TEXT = '<Text name="t" value="$text"/>'
IMAGE = '<Image name="i" value="$image"/>'


@pytest.mark.parametrize(
    ("tag", "kind"),
    [
        ("RectangleLabels", "box"),
        ("PolygonLabels", "polygon"),
        ("EllipseLabels", "ellipse"),
        ("KeyPointLabels", "keypoints"),
        ("BrushLabels", "mask"),
        ("VectorLabels", "polyline"),
    ],
)
def test_shape_labels_become_labels_of_their_kind(tag, kind):
    ontology, dropped = read(f'{IMAGE}<{tag} name="l" toName="i"><Label value="car"/></{tag}>')
    assert (ontology.label("l").kind, ontology.label("l").on) == (kind, "image")
    assert not dropped


def test_rectangles_that_may_turn_become_rotated_boxes():
    ontology, _ = read(
        f'{IMAGE}<RectangleLabels name="l" toName="i" canRotate="true"><Label value="a"/>'
        "</RectangleLabels>"
    )
    assert ontology.label("l").kind == "rotated_box"


@pytest.mark.parametrize(
    ("objects", "kind"),
    [
        (TEXT, "span"),
        ('<HyperText name="t" value="$h"/>', "span"),
        ('<Paragraphs name="t" value="$d"/>', "span"),
        ('<Audio name="t" value="$a"/>', "range"),
        ('<TimeSeries name="t" value="$s"/>', "range"),
        ('<Video name="t" value="$v"/>', "range"),
    ],
)
def test_labels_follow_what_they_stand_on(objects, kind):
    ontology, _ = read(f'{objects}<Labels name="l" toName="t"><Label value="x"/></Labels>')
    assert ontology.label("l").kind == kind


def test_classes_on_an_image_go_to_each_shape_and_their_key_to_the_first():
    ontology, _ = read(
        f'{IMAGE}<Labels name="l" toName="i"><Label value="a" hotkey="1"/></Labels>'
        '<Rectangle name="r" toName="i"/><Polygon name="p" toName="i"/>'
    )
    assert [label.id for label in ontology.labels] == ["r", "p"]
    assert [label.classes[0].hotkey for label in ontology.labels] == ["1", None]


def test_classes_keep_alias_colour_hint_hotkey_and_category():
    ontology, dropped = read(
        f'{IMAGE}<RectangleLabels name="l" toName="i">'
        '<Label value="Red car" alias="car" background="rgba(255, 0, 0, 0.5)" hotkey="C" '
        'hint="any" category="3"/><Label value="bus" background="darkorange"/></RectangleLabels>'
    )
    car, bus = ontology.label("l").classes
    assert (car.id, car.name, car.color, car.hotkey) == ("car", "Red car", "#ff0000", "c")
    assert (car.description, car.coco_id, car.index) == ("any", 3, 3)
    assert bus.color == "#ff8c00"
    assert not dropped


def test_choices_multiple_required_and_conditional():
    ontology, _ = read(
        f'{TEXT}<Choices name="c" toName="t" choice="multiple" required="true">'
        '<Choice value="x"/><Choice value="y"/></Choices>'
        '<View visibleWhen="choice-selected" whenTagName="c" whenChoiceValue="y,z">'
        '<Rating name="r" toName="t" maxRating="10" required="true"/></View>'
    )
    assert (ontology.label("c").kind, ontology.label("c").required) == ("multichoice", True)
    rating = ontology.label("r")
    assert (rating.kind, rating.max, rating.when.label) == ("rating", 10, "c")
    assert rating.when.classes == ("y",)


def test_whole_task_controls():
    ontology, dropped = read(
        f'{TEXT}<Text name="u" value="$other"/>'
        '<Number name="n" toName="t" min="1" max="3" step="0.5"/>'
        '<DateTime name="d" toName="t"/><TextArea name="a" toName="t" maxSubmissions="1"/>'
        '<TextArea name="b" toName="t"/><Pairwise name="p" toName="t,u"/>'
        '<Taxonomy name="x" toName="t"><Choice value="animal"><Choice value="cat"/></Choice>'
        "</Taxonomy>"
    )
    kinds = {label.id: label.kind for label in ontology.labels}
    assert kinds == {
        "n": "number",
        "d": "datetime",
        "a": "textarea",
        "b": "textarea",
        "p": "pairwise",
        "x": "taxonomy",
    }
    assert ontology.label("p").fields == ("text", "other")
    assert [item.id for item in ontology.label("p").classes] == ["left", "right"]
    assert (ontology.label("a").multiple, ontology.label("b").multiple) == (False, True)
    assert ontology.label("x").class_("animal/cat").parent == "animal"
    assert not dropped


def test_per_region_controls_become_attributes_of_the_classes_they_name():
    ontology, _ = read(
        f'{TEXT}<Labels name="l" toName="t"><Label value="PER"/><Label value="LOC"/></Labels>'
        '<Choices name="sex" toName="t" perRegion="true" whenTagName="l" whenLabelValue="PER" '
        'visibleWhen="region-selected"><Choice value="f"/><Choice value="m"/></Choices>'
        '<TextArea name="note" toName="t" perRegion="true"/>'
    )
    label = ontology.label("l")
    assert [a.id for a in label.attributes_of("PER")] == ["note", "sex"]
    assert [a.id for a in label.attributes_of("LOC")] == ["note"]


def test_relations_join_all_labels_that_mark_regions():
    ontology, _ = read(
        f'{TEXT}<Labels name="l" toName="t"><Label value="a"/></Labels>'
        '<Relations><Relation value="part of"/></Relations>'
    )
    assert ontology.relation("part of").from_labels == ("l",)


@pytest.mark.parametrize(
    ("inner", "what"),
    [
        ('<Header value="hello"/>', "<Header>"),
        ("<Style>b{}</Style>", "<Style>"),
        ('<VideoRectangle name="v" toName="t"/>', "<VideoRectangle name='v'>"),
        ('<Ranker name="r" toName="t"/>', "<Ranker>"),
        ('<Wonder name="w" toName="t"/>', "<Wonder>"),
        ('<Choices name="c" toName="t" value="$options"/>', "<Choices name='c'>"),
        ('<Choices name="c" toName="z"><Choice value="a"/></Choices>', "<Choices name='c'>"),
        ('<Choices toName="t"><Choice value="a"/></Choices>', "<Choices name=''>"),
        ('<RectangleLabels name="r" toName="t"><Label value="a"/></RectangleLabels>',
         "<RectangleLabels name='r'>"),
        ('<Text name="s" value="fixed words"/>', "<Text name='s'>"),
        ('<Image name="s" value="$text"/>', "<Image name='s'>"),
        ('<Pairwise name="p" toName="t"/>', "<Pairwise name='p'>"),
        ('<Relations><Relation value="r"/></Relations>', "<Relations>"),
        ('<Rating name="q" toName="t" perRegion="true"/>', "per-region 'q'"),
        ('<Choices name="c" toName="t"><Choice value="a" hotkey="ctrl+1"/></Choices>',
         "hotkey 'ctrl+1' of 'a'"),
        ('<Labels name="c" toName="t"><Label value="a"/><Label value="a"/></Labels>', "second 'a'"),
        ('<Labels name="c" toName="t"><Label value="a" background="blurple"/></Labels>',
         "colour 'blurple' of 'a'"),
        ('<Labels name="c" toName="t"><Label value="a" category="x"/></Labels>',
         "category 'x' of 'a'"),
    ],
)  # fmt: skip
def test_what_cannot_be_carried_over_is_named(inner, what):
    _, dropped = read(TEXT + inner)
    assert what in dropped


def test_a_key_given_twice_stays_with_the_first():
    ontology, dropped = read(
        f'{TEXT}<Choices name="c" toName="t"><Choice value="a" hotkey="1"/>'
        '<Choice value="b" hotkey="1"/></Choices>'
    )
    assert [item.hotkey for item in ontology.label("c").classes] == ["1", None]
    assert list(dropped) == ["hotkey '1' of 'b'"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<View>", "well-formed"),
        ("<View></View>", "shows no data"),
        ("<a>" * 100 + "</a>" * 100, "deep"),
        ("<a>" + "<b/>" * 60_000 + "</a>", "elements"),
        ("<a>" + " " * 1_000_001 + "</a>", "characters"),
        ('<!DOCTYPE v [<!ENTITY a "b">]><View>&a;</View>', "DTD"),
        ('<!DOCTYPE View><View><Text name="t" value="$t"/></View>', "DTD"),
    ],
)
def test_refuses_what_is_no_configuration(text, said):
    with pytest.raises(OntologyError, match=said):
        read_ontology(text)


def test_a_syntax_error_names_its_line():
    with pytest.raises(OntologyError) as caught:
        read_ontology('<View>\n<Text name="t" value="$t">\n</View>')
    assert caught.value.problems[0].line == 3


def test_shapes_without_any_classes_are_labels_without_classes():
    ontology, _ = read(f'{IMAGE}<Rectangle name="r" toName="i"/>')
    assert (ontology.label("r").kind, ontology.label("r").classes) == ("box", ())


def test_nested_choices_are_a_taxonomy_also_inside_choices():
    ontology, _ = read(
        f'{TEXT}<Choices name="c" toName="t" choice="single">'
        '<Choice value="a"><Choice value="b"/></Choice></Choices>'
    )
    assert (ontology.label("c").kind, ontology.label("c").multiple) == ("taxonomy", False)


@pytest.mark.parametrize(
    ("inner", "what"),
    [
        ('<Choices name="c" toName="t" perItem="true"><Choice value="a"/></Choices>',
         "<Choices name='c'>"),
        ('<Number name="n" toName="t" min="5" max="1"/>', "range of 'n'"),
        ('<Choices name="c" toName="t"><Choice value=""/><Choice value="a"/></Choices>',
         "<Choice> ''"),
        ('<Labels name="c" toName="t"><Label value="a" category="1"/>'
         '<Label value="b" category="1"/></Labels>', "category 1 of 'b'"),
        ('<Rating name="r" toName="t" visibleWhen="no-region-selected"/>',
         "condition of <Rating name='r'>"),
        ('<Pairwise name="p" toName="t,t" perRegion="true"/>', "<Pairwise name='p'>"),
        ('<Taxonomy name="x" toName="t" perRegion="true"><Choice value="a"/></Taxonomy>',
         "<Taxonomy name='x'>"),
        ('<Relations><Relation value=""/></Relations>', "<Relation>"),
        ('<Rating name="r" toName="t"/><Number name="r" toName="t"/>', "<Number name='r'>"),
    ],
)  # fmt: skip
def test_odd_controls_are_named_and_the_rest_is_read(inner, what):
    _, dropped = read(TEXT + inner)
    assert what in dropped


def test_classes_of_an_image_without_a_shape_are_named():
    _, dropped = read(f'{IMAGE}<Labels name="l" toName="i"><Label value="a"/></Labels>')
    assert "<Labels> on 'image'" in dropped


@pytest.mark.parametrize("limits", ['step="0"', 'step="-1"', 'min="x" step="inf"'])
def test_limits_of_a_number_that_mean_nothing_are_left_out(limits):
    ontology, _ = read(f'{TEXT}<Number name="n" toName="t" {limits}/>')
    assert (ontology.label("n").min, ontology.label("n").step) == (None, None)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["labels first", "boxes first"])
def test_rectangles_on_video_are_tracks_and_take_their_labels(order):
    controls = [
        '<Labels name="kind" toName="v"><Label value="car"/><Label value="bus"/></Labels>',
        '<VideoRectangle name="box" toName="v"/>',
    ]
    ontology, dropped = read(
        '<Video name="v" value="$clip"/>' + "".join(controls[i] for i in order)
    )
    (label,) = ontology.labels
    assert (label.id, label.on, label.kind) == ("box", "clip", "track")
    assert [item.id for item in label.classes] == ["car", "bus"]
    assert not dropped


def test_a_video_takes_tracks_and_a_time_line_together():
    ontology, dropped = read(
        '<Video name="v" value="$clip"/><VideoRectangle name="box" toName="v"/>'
        '<Labels name="kind" toName="v"><Label value="car"/></Labels>'
        '<TimelineLabels name="act" toName="v"><Label value="stops"/></TimelineLabels>'
    )
    assert [(label.id, label.kind) for label in ontology.labels] == [
        ("box", "track"),
        ("act", "range"),
    ]
    assert not dropped
