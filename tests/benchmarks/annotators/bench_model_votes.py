"""The learner as one more voter: images of LabelMe, sentences of the sentiment set.

Run: .venv/bin/python tests/benchmarks/annotators/bench_model_votes.py
"""

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from annotators.aggregation import auto, with_model
from tests.benchmarks.annotators.crowds import DATA, accuracy, crowd

FOLDS = 5


def main() -> None:
    """People alone, a model trained on their consensus out of fold, and both."""
    for name, vectors, strength in (
        ("labelme", _labelme(), 10.0),
        ("sentiment_rodrigues", _sentences(), 3.0),
    ):
        one = crowd(name)
        people = auto(one.votes)
        at = vectors[[int(str(task)) for task in one.votes.tasks]]
        model = _out_of_fold(at, people.posterior, strength)
        both = with_model(one.votes, model)
        print(f"{name}: people {one.accuracy(people):.4f}, ", end="")
        print(f"model {accuracy(model, one.truth):.4f}, both {one.accuracy(both):.4f}", flush=True)


def _labelme():
    found = np.load(DATA / "crowd_labelme" / "features_train.npy").astype(np.float64)
    found = found.reshape(len(found), -1)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def _sentences():
    path = DATA / "crowd_sentiment_rodrigues" / "texts_train.txt"
    texts = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True).fit_transform(texts)


def _out_of_fold(vectors, posterior: NDArray[np.float64], strength: float) -> NDArray[np.float64]:
    fold = np.random.default_rng(0).integers(0, FOLDS, len(posterior))
    found = np.zeros_like(posterior)
    for k in range(FOLDS):
        head = LogisticRegression(C=strength, max_iter=500)
        head.fit(vectors[fold != k], posterior.argmax(1)[fold != k])
        found[np.ix_(fold == k, head.classes_)] = head.predict_proba(vectors[fold == k])
    return found


if __name__ == "__main__":
    main()
