package service

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"

	"google.golang.org/grpc"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// downloadChunk is how many bytes of a file one message holds.
const downloadChunk = 256 << 10

// downloadService handles the calls of DownloadService.
type downloadService struct {
	observerv1.UnimplementedDownloadServiceServer
	server *Server
}

// ListDownloads returns the downloads of a session, oldest first.
func (s *downloadService) ListDownloads(ctx context.Context, req *observerv1.ListDownloadsRequest) (*observerv1.ListDownloadsResponse, error) {
	sess, done, err := s.server.sessions.use(principalOf(ctx), req.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer done()
	resp := &observerv1.ListDownloadsResponse{}
	for _, d := range sess.context.Downloads() {
		resp.Downloads = append(resp.Downloads, sess.download(d))
	}
	return resp, nil
}

// DeleteDownload cancels a download that is under way, removes its file and forgets it.
func (s *downloadService) DeleteDownload(ctx context.Context, req *observerv1.DeleteDownloadRequest) (*observerv1.DeleteDownloadResponse, error) {
	sess, done, err := s.server.sessions.use(principalOf(ctx), req.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer done()
	if err := sess.context.DeleteDownload(ctx, req.GetDownloadId()); err != nil {
		return nil, err
	}
	return &observerv1.DeleteDownloadResponse{}, nil
}

// ReadDownload sends a file, once it is complete.
func (s *downloadService) ReadDownload(req *observerv1.ReadDownloadRequest, stream grpc.ServerStreamingServer[observerv1.ReadDownloadResponse]) error {
	ctx := stream.Context()
	sess, done, err := s.server.sessions.use(principalOf(ctx), req.GetSessionId())
	if err != nil {
		return err
	}
	defer done()
	out := s.server.outlet(stream)
	defer out.close()
	r := &reading{session: sess, id: req.GetDownloadId(), offset: req.GetOffset(), send: func(m *observerv1.ReadDownloadResponse) error {
		return out.put(ctx, m)
	}}
	doing := "waiting for the download"
	if err = r.wait(ctx); err == nil {
		doing = "sending the file"
		err = r.content()
	}
	if unread := out.ready(ctx); unread != nil && err == nil {
		err = unread
	}
	return phase(err, doing)
}

// reading is one ReadDownload.
type reading struct {
	session *session
	id      string
	offset  uint64
	send    func(*observerv1.ReadDownloadResponse) error
}

// wait sends the download as it is, and once more when it had to be waited for.
func (r *reading) wait(ctx context.Context) error {
	d, err := r.session.context.Download(r.id)
	if err != nil {
		return err
	}
	if err := r.tell(d); err != nil || d.Ended() {
		return err
	}
	if d, err = r.session.context.AwaitDownload(ctx, r.id); err != nil {
		return err
	}
	return r.tell(d)
}

func (r *reading) tell(d cdpclient.Download) error {
	m := r.session.download(d)
	return r.send(&observerv1.ReadDownloadResponse{Part: &observerv1.ReadDownloadResponse_Download{Download: m}})
}

// content sends the file from the offset on, and its end. The digest is of the whole file, so a
// caller that goes on with a part can check all of it.
func (r *reading) content() error {
	f, err := r.session.context.OpenDownload(r.id)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	sum := sha256.New()
	before, err := io.CopyN(sum, f, int64(min(r.offset, 1<<62)))
	if errors.Is(err, io.EOF) && uint64(before) < r.offset {
		return invalid("offset", "the file has only %d bytes", before)
	}
	size := uint64(before)
	for err == nil {
		chunk := make([]byte, downloadChunk) // it belongs to the message
		var n int
		n, err = io.ReadFull(f, chunk)
		if n == 0 {
			break
		}
		_, _ = sum.Write(chunk[:n]) // never fails, see its documentation
		size += uint64(n)
		if sent := r.send(&observerv1.ReadDownloadResponse{Part: &observerv1.ReadDownloadResponse_Chunk{Chunk: chunk[:n]}}); sent != nil {
			return sent
		}
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return fault.New(fault.DownloadFailed, "the file could not be read").With("download_id", r.id).Because(err)
	}
	end := &observerv1.ReadDownloadEnd{SizeBytes: size, Sha256: sum.Sum(nil)}
	return r.send(&observerv1.ReadDownloadResponse{Part: &observerv1.ReadDownloadResponse_End{End: end}})
}
